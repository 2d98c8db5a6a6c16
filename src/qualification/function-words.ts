/** The words that say what somebody works on. One row per function. */
import { indexPhrases, type PhraseRow } from './phrases';

/** What a person works on. `management` is the running of a whole company; `other` is a known trade outside the list. */
export const jobFunctions = [
  'management',
  'sales',
  'marketing',
  'product',
  'engineering',
  'it',
  'data',
  'design',
  'research',
  'operations',
  'procurement',
  'finance',
  'legal',
  'hr',
  'support',
  'consulting',
  'administration',
  'education',
  'health',
  'media',
  'other',
] as const;
export type JobFunction = (typeof jobFunctions)[number];

export interface FunctionRow extends PhraseRow {
  /** null: the words look like a function and are none. */
  readonly function: JobFunction | null;
  /** Counts only when nothing else is named: "IT Sales Manager" sells, a "CEO, Sales" too. */
  readonly weak?: true;
}

/** The longest phrase of a title wins, then the first: "Data Product Manager" is product, "Sales Operations" sales. */
export const functionRows: readonly FunctionRow[] = [
  {
    name: 'rank without a function',
    function: null,
    phrases:
      'vice president | senior vice president | executive vice president | assistant vice president | associate vice president | vice président | vice presidente | assistant manager | assistant director | associate director',
  },
  {
    name: 'general management',
    function: 'management',
    weak: true,
    phrases:
      'ceo | chief executive | chief executive officer | president | managing director | general manager | country manager | founder | co founder | cofounder | owner | entrepreneur | unternehmer | unternehmerin | geschäftsführer | geschäftsführerin | geschäftsführung | geschäftsleitung | geschäftsleiter | inhaber | inhaberin | gründer | gründerin | mitgründer | gesellschafter | vorstand | vorstandsvorsitzender | directeur général | directrice générale | director general | pdg | gérant | fondateur | fondatrice | cofondateur | fundador | fundadora | propietario | consejero delegado | gerente general | amministratore delegato | titolare | fondatore | imprenditore | direttore generale | algemeen directeur | eigenaar | oprichter | ondernemer | dga | zaakvoerder | chairman | prokurist | verkställande direktör | chef d entreprise | prezes | 代表取締役 | 社長 | генеральный директор',
  },
  {
    name: 'sales',
    function: 'sales',
    phrases:
      'sales | cro | cso | cco | cbo | chief revenue officer | chief commercial officer | chief sales officer | chief business officer | chief customer officer | revenue | revenue operations | revops | sales operations | sales engineer | sales engineering | solutions engineer | solution engineer | presales | pre sales | business development | biz dev | bizdev | account executive | account manager | account management | account director | key account | key account manager | sdr | bdr | ae | sales development | inside sales | field sales | partnerships | partnership | alliances | channel | channel partner | partner manager | partner sales | partner account | go to market | gtm | commercial | commercial director | vertrieb | vertriebsleiter | vertriebsleitung | vertriebler | verkauf | verkaufsleiter | verkäufer | verkäuferin | außendienst | innendienst | commerciale | directeur commercial | ventes | vente | ingénieur commercial | technico commercial | attaché commercial | comercial | ventas | vendas | vendite | commerciaal | commercieel | verkoop | försäljning | salg | myynti | sprzedaż | продажи | 営業 | 销售',
  },
  {
    name: 'marketing',
    function: 'marketing',
    phrases:
      'marketing | cmo | cro specialist | cro expert | conversion rate | chief marketing officer | chief growth officer | cgo | growth | growth marketing | growth hacker | demand generation | demand gen | lead generation | lead gen | brand | branding | personal brand | personal branding | brand manager | content | content marketing | content strategist | copywriter | copywriting | seo | sea | sem | ppc | paid media | performance marketing | social media | social media manager | community | community manager | product marketing | product marketing manager | partner marketing | field marketing | event | events | event manager | communications | communication | corporate communications | public relations | pr | advertising | werbung | mediaplanung | kommunikation | unternehmenskommunikation | öffentlichkeitsarbeit | pressesprecher | mercadeo | mercadotecnia | comunicación | comunicazione | publicidad | marketeer | marketer | marknad | marknadsföring | markedsføring | マーケティング | маркетинг | 市场',
  },
  {
    name: 'product',
    function: 'product',
    phrases:
      'product | product manager | product management | product owner | product lead | cpo | chief product officer | head of product | produkt | produktmanagement | produktmanager | produktmanagerin | chef de produit | cheffe de produit | producto | prodotto | scrum master | agile coach',
  },
  {
    name: 'engineering',
    function: 'engineering',
    phrases:
      'engineer | engineering | software | software engineer | software engineering | software development | software developer | developer | development engineer | programmer | coder | frontend | front end | backend | back end | full stack | fullstack | devops | sre | site reliability | platform engineering | web developer | mobile developer | ios | android | cto | chief technology officer | chief technical officer | tech lead | technical lead | technical director | vp engineering | qa | quality assurance | test automation | tester | embedded | hardware | firmware | mechanical engineer | electrical engineer | civil engineer | process engineer | architect | software architect | solution architect | solutions architect | machine learning engineer | ml engineer | ai engineer | robotics | automation engineer | automation | entwickler | entwicklerin | entwicklung | softwareentwickler | softwareentwicklerin | softwareentwicklung | ingenieur | ingenieurin | konstrukteur | konstruktion | technik | technischer | technische leitung | techniker | technikerin | mechatroniker | développeur | développeuse | ingénieur | technique | directeur technique | desarrollador | desarrolladora | ingeniero | ingeniera | ingeniería | programador | sviluppatore | ingegnere | ontwikkelaar | softwareontwikkelaar | utvecklare | ingenjör | udvikler | programmierer | programmiererin | desenvolvedor | engenheiro | программист | разработчик | инженер | エンジニア | 工程师',
  },
  {
    name: 'information technology',
    function: 'it',
    phrases:
      'cio | ciso | it manager | it director | it leiter | it lead | head of it | chief information officer | chief information security officer | chief digital officer | infotech manager | infotech director | infotech support | information technology | information security | infosec | cybersecurity | cyber security | security engineer | security analyst | security architect | network engineer | network administrator | system administrator | systems administrator | sysadmin | systems engineer | system engineer | cloud architect | cloud engineer | infrastructure | enterprise architect | informatik | informatiker | informatikerin | systemadministrator | wirtschaftsinformatiker | fachinformatiker | dsi | directeur informatique | systèmes d information | informatique | sistemas | informática | sistemi informativi | informatica | systeembeheerder | digital transformation | digitalisierung | digitalization | sap consultant | sap berater | erp | crm manager | salesforce administrator',
  },
  {
    name: 'information technology in general',
    function: 'it',
    weak: true,
    phrases: 'infotech | security | cyber | sap | digital | technology | cloud',
  },
  {
    name: 'data',
    function: 'data',
    phrases:
      'data | data scientist | data science | data engineer | data engineering | data analyst | data analytics | data architect | analytics | analytics engineer | business intelligence | bi developer | bi analyst | machine learning | artificial intelligence | ai | chief data officer | cdo | cdao | statistician | daten | datenanalyst | données | datos | dati',
  },
  {
    name: 'design',
    function: 'design',
    phrases:
      'design | designer | designerin | ux | ui | ux designer | ui designer | ux research | ux researcher | product designer | product design | graphic designer | art director | creative director | creative | interaction designer | motion designer | interior designer | industrial designer | grafiker | grafikerin | mediengestalter | diseñador | diseñadora | diseño | graphiste | progettista | vormgever | formgivare',
  },
  {
    name: 'research',
    function: 'research',
    phrases:
      'research | researcher | research scientist | scientist | research and development | postdoc | post doctoral | postdoctoral researcher | chief scientific officer | chief scientist | forscher | forscherin | forschung | wissenschaftler | wissenschaftlerin | wissenschaftlicher mitarbeiter | wissenschaftliche mitarbeiterin | chercheur | chercheuse | recherche | investigador | investigadora | ricercatore | onderzoeker | forskare | phd researcher | phd candidate | phd student | doktorand | doktorandin | laboratory | chemist | biologist | physicist',
  },
  {
    name: 'operations',
    function: 'operations',
    phrases:
      'operations | operations manager | ops | coo | chief operating officer | chief of staff | supply chain | logistics | production | manufacturing | plant manager | factory manager | warehouse | fulfilment | fulfillment | project manager | project management | project lead | program manager | programme manager | program director | pmo | delivery manager | service delivery | transformation | process improvement | lean | six sigma | quality manager | quality management | facility manager | facilities | office manager | site manager | strategy | strategic planning | betrieb | betriebsleiter | betriebsleitung | produktion | produktionsleiter | logistik | logistikleiter | projektleiter | projektleiterin | projektleitung | projektmanagement | projektmanager | projektmanagerin | werkleiter | werksleiter | qualitätsmanagement | exploitation | logistique | opérations | chef de projet | cheffe de projet | operaciones | operativo | logística | producción | jefe de proyecto | operativa | operazioni | logistica | produzione | operationeel | projectleider | projectmanager | bedrijfsleider | drift | logistiek | verksamhet',
  },
  {
    name: 'procurement',
    function: 'procurement',
    phrases:
      'procurement | purchasing | buyer | sourcing | category manager | strategic sourcing | cpo procurement | einkauf | einkaufsleiter | einkäufer | einkäuferin | achats | acheteur | acheteuse | compras | comprador | acquisti | inkoop | inkoper | inköp',
  },
  {
    name: 'finance',
    function: 'finance',
    phrases:
      'finance | financial | cfo | chief financial officer | chief finance officer | accounting | accountant | controller | controlling | treasury | treasurer | tax | audit | auditor | investment | investments | investment banking | investment banker | investor | angel investor | business angel | venture capital | private equity | vc | portfolio manager | wealth management | asset management | trader | underwriter | actuary | insurance | fp a | fpa | payroll accountant | bookkeeper | banker | investor relations | m a | financial advisor | finance partner | finance business partner | credit analyst | risk manager | finanzen | finanz | finanzleiter | finanzbuchhalter | buchhaltung | buchhalter | buchhalterin | rechnungswesen | steuerberater | steuerberaterin | wirtschaftsprüfer | daf | financier | directeur financier | comptable | comptabilité | trésorerie | finanzas | financiero | financiera | contabilidad | contador | contable | finanza | finanziario | contabile | financieel | boekhouder | accountmanager finance | ekonomi | ekonomichef | økonomi | бухгалтер',
  },
  {
    name: 'legal',
    function: 'legal',
    phrases:
      'legal | lawyer | attorney | attorney at law | counsel | general counsel | solicitor | barrister | paralegal | compliance | data protection officer | privacy | chief legal officer | clo | chief compliance officer | notary | judge | patent attorney | rechtsanwalt | rechtsanwältin | anwalt | anwältin | jurist | juristin | rechtsabteilung | syndikus | datenschutzbeauftragter | notar | avocat | avocate | juriste | juridique | abogado | abogada | derecho | jurídico | advogado | avvocato | legale | advocaat | juridisch | advokat',
  },
  {
    name: 'human resources',
    function: 'hr',
    phrases:
      'hr | human resources | human resource | chro | chief people officer | chief human resources officer | people operations | people ops | people and culture | people culture | head of people | people partner | hr business partner | hr partner | talent | talent acquisition | talent partner | recruiter | recruiting | recruitment | technical recruiter | headhunter | executive search | sourcer | learning and development | employer branding | compensation and benefits | payroll | personal | personalleiter | personalleiterin | personalleitung | personalreferent | personalreferentin | personalwesen | personalentwicklung | personaler | personalerin | recruiterin | drh | ressources humaines | rh | recruteur | recruteuse | recursos humanos | rrhh | talento | risorse umane | personeelszaken | personeel | p o | werving | хр',
  },
  { name: 'people', function: 'hr', weak: true, phrases: 'people | diversity' },
  {
    name: 'customer support',
    function: 'support',
    phrases:
      'support | customer support | customer success | customer success manager | csm | customer service | customer experience | customer care | client success | client services | technical support | technical support engineer | help desk | helpdesk | service desk | it support | onboarding | implementation manager | kundenservice | kundendienst | kundenbetreuer | kundenbetreuerin | kundenbetreuung | service client | relation client | atención al cliente | servizio clienti | assistenza clienti | klantenservice | kundtjänst | kundeservice',
  },
  {
    name: 'consulting',
    function: 'consulting',
    phrases:
      'consultant | consulting | management consultant | advisory | strategy consultant | coach | executive coach | business coach | facilitator | berater | beraterin | beratung | unternehmensberater | unternehmensberaterin | unternehmensberatung | consultante | conseil | conseiller | conseillère | consultor | consultora | consultoría | asesor | asesora | consulente | consulenza | adviseur | konsult | konsulent | freelance consultant',
  },
  { name: 'advice in general', function: 'consulting', weak: true, phrases: 'advisor | adviser | mentor' },
  {
    name: 'administration',
    function: 'administration',
    phrases:
      'assistant | executive assistant | personal assistant | administrative assistant | virtual assistant | administrative | administration | administrator | receptionist | secretary | office assistant | sekretärin | sekretariat | assistentin | assistenz | assistent | verwaltung | sachbearbeiter | sachbearbeiterin | assistante | secrétaire | secretaria | administrativo | administrativa | asistente | assistente | segretaria | directiesecretaresse | managementassistent | vorstandsassistentin | vorstandsassistenz | ea | pa',
  },
  {
    name: 'education',
    function: 'education',
    phrases:
      'teacher | professor | associate professor | assistant professor | lecturer | tutor | instructor | trainer | dean | school principal | schoolleader | education | headteacher | head teacher | lehrer | lehrerin | dozent | dozentin | schulleiter | schulleiterin | pädagoge | pädagogin | erzieher | erzieherin | bildung | enseignant | enseignante | professeur | formateur | formatrice | formation | profesor | profesora | docente | insegnante | leraar | lerares | docent | rector | trainerin | maestro | maestra | lärare',
  },
  {
    name: 'health',
    function: 'health',
    phrases:
      'physician | doctor | surgeon | nurse | registered nurse | head nurse | nursing | pharmacist | dentist | psychologist | therapist | physiotherapist | psychotherapist | clinical | medical | medical director | chief medical officer | healthcare | paramedic | veterinarian | arzt | ärztin | chefarzt | oberarzt | ärztlicher | pfleger | pflegefachkraft | pflege | apotheker | apothekerin | zahnarzt | zahnärztin | psychologin | psychologe | médecin | infirmier | infirmière | pharmacien | médico | médica | enfermero | enfermera | medico | infermiere | verpleegkundige | huisarts | läkare | sjuksköterska',
  },
  {
    name: 'media',
    function: 'media',
    phrases:
      'journalist | editor | editor in chief | chief editor | reporter | writer | producer | film director | video editor | videographer | photographer | podcast host | author | translator | redakteur | redakteurin | chefredakteur | journalistin | fotograf | fotografin | übersetzer | übersetzerin | journaliste | rédacteur | rédactrice | photographe | periodista | redactor | fotógrafo | giornalista | redattore | fotografo | redacteur',
  },
  {
    name: 'another trade',
    function: 'other',
    phrases:
      'real estate agent | realtor | estate agent | immobilienmakler | makler | agent immobilier | chef de cuisine | head chef | sous chef | cook | koch | köchin | pilot | driver | fahrer | police officer | firefighter | soldier | army officer | farmer | landwirt | athlete | personal trainer | actor | actress | musician | artist | künstler | künstlerin | artiste | carpenter | electrician | elektriker | plumber | mechanic | social worker | sozialarbeiter | priest | pastor | politician | member of parliament | hausmeister | barista | waiter | makelaar',
  },
];

/** German, Dutch and Nordic compounds: how a word begins, and the function it names (`Vertriebsmitarbeiter`). */
export const functionPrefixes: readonly { readonly beginning: string; readonly function: JobFunction }[] = [
  { beginning: 'vertrieb', function: 'sales' },
  { beginning: 'verkauf', function: 'sales' },
  { beginning: 'verkoop', function: 'sales' },
  { beginning: 'forsaljning', function: 'sales' },
  { beginning: 'salg', function: 'sales' },
  { beginning: 'saljs', function: 'sales' },
  { beginning: 'salj', function: 'sales' },
  { beginning: 'marketing', function: 'marketing' },
  { beginning: 'marknad', function: 'marketing' },
  { beginning: 'marked', function: 'marketing' },
  { beginning: 'kommunikation', function: 'marketing' },
  { beginning: 'personal', function: 'hr' },
  { beginning: 'recruit', function: 'hr' },
  { beginning: 'finan', function: 'finance' },
  { beginning: 'buchhalt', function: 'finance' },
  { beginning: 'ekonomi', function: 'finance' },
  { beginning: 'okonomi', function: 'finance' },
  { beginning: 'einkauf', function: 'procurement' },
  { beginning: 'inkoop', function: 'procurement' },
  { beginning: 'inkop', function: 'procurement' },
  { beginning: 'produkt', function: 'product' },
  { beginning: 'produktion', function: 'operations' },
  { beginning: 'betriebs', function: 'operations' },
  { beginning: 'logisti', function: 'operations' },
  { beginning: 'projekt', function: 'operations' },
  { beginning: 'qualitats', function: 'operations' },
  { beginning: 'software', function: 'engineering' },
  { beginning: 'entwicklung', function: 'engineering' },
  { beginning: 'technik', function: 'engineering' },
  { beginning: 'konstruktion', function: 'engineering' },
  { beginning: 'informatik', function: 'it' },
  { beginning: 'forschung', function: 'research' },
  { beginning: 'kunden', function: 'support' },
  { beginning: 'rechts', function: 'legal' },
];

/** The same by the end of a word (`Maschinenbauingenieur`, `Steuerberaterin`). */
export const functionSuffixes: readonly { readonly ending: string; readonly function: JobFunction }[] = [
  { ending: 'ingenieur', function: 'engineering' },
  { ending: 'ingenieurin', function: 'engineering' },
  { ending: 'entwickler', function: 'engineering' },
  { ending: 'entwicklerin', function: 'engineering' },
  { ending: 'ontwikkelaar', function: 'engineering' },
  { ending: 'techniker', function: 'engineering' },
  { ending: 'berater', function: 'consulting' },
  { ending: 'beraterin', function: 'consulting' },
  { ending: 'verkaufer', function: 'sales' },
  { ending: 'arzt', function: 'health' },
  { ending: 'lehrer', function: 'education' },
  { ending: 'lehrerin', function: 'education' },
  { ending: 'anwalt', function: 'legal' },
  { ending: 'designer', function: 'design' },
];

export const functionIndex = indexPhrases(functionRows);
