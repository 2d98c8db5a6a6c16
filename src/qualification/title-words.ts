/**
 * The words that say how senior a title is. One row per idea; the rows that give no level are there because their words
 * would otherwise be misread ("Product Owner" owns nothing, "Assistant to the CEO" is no CEO).
 */
import { indexPhrases, type PhraseRow } from './phrases';

/** Levels as People Data Labs names them, highest first. Where a title names two, the first of this list is taken. */
export const seniorities = [
  'owner',
  'cxo',
  'partner',
  'vp',
  'director',
  'manager',
  'senior',
  'entry',
  'training',
  'unpaid',
] as const;
export type Seniority = (typeof seniorities)[number];

export interface TitleRow extends PhraseRow {
  /** null: the phrase is understood and says nothing about rank. */
  readonly level: Seniority | null;
  /** What follows names somebody else (the person assisted or reported to) and is not read. */
  readonly cuts?: true;
  /** Wins over director, manager, senior and entry: a "Product Manager Intern" is an intern. */
  readonly lowers?: true;
  /** Something people do beside a job; another part of the headline is preferred as the title. */
  readonly side?: true;
}

const heads =
  'assistant | assistent | assistentin | assistenz | assistante | asistente | assistente | sekretärin | secretary | secrétaire | secretaria | adjoint | adjointe | aide | referent | referentin | ea | pa';
const prepositions = 'to | of | der | des | dem | zur | de | du | del | della | van | do | da | au | till | til';
const each = (list: string) => list.split(' | ');
const assistantsOf = each(heads)
  .flatMap((head) => each(prepositions).map((preposition) => `${head} ${preposition}`))
  .join(' | ');

/** One row per idea; order does not matter, the longest phrase at a word wins. */
export const titleRows: readonly TitleRow[] = [
  // Whose words belong to somebody else.
  { name: 'assistant of somebody', level: 'entry', cuts: true, phrases: assistantsOf },
  {
    name: 'executive assistant',
    level: 'entry',
    cuts: true,
    phrases:
      'executive assistant | personal assistant | administrative assistant | vorstandsassistentin | vorstandsassistenz | vorstandsassistent | vorstandssekretärin | directiesecretaresse | directieassistent | managementassistent | assistante direction',
  },
  {
    name: 'named after a superior',
    level: null,
    cuts: true,
    phrases:
      'office of | ceo office | ceos office | reporting to | report to | to the | to our | to ceo | to coo | to cto | to cfo | to founder',
  },
  { name: "founder's associate", level: 'entry', phrases: 'founders associate | founder associate | ceo associate' },

  // Look-alikes of a level.
  {
    name: 'owner of a thing, not of a firm',
    level: null,
    phrases:
      'product owner | process owner | business process owner | data owner | service owner | system owner | platform owner | application owner | solution owner | content owner | domain owner | risk owner | control owner | problem owner | feature owner | epic owner | project owner | dog owner | cat owner | home owner | pet owner | car owner | boat owner | proud owner | owner operations',
  },
  {
    name: 'founding employee',
    level: null,
    phrases:
      'founding engineer | founding member | founding team | founding designer | founding product | founding account | founding sales',
  },
  {
    name: 'works with partners',
    level: null,
    phrases:
      'business partner | people partner | hr partner | talent partner | acquisition partner | growth partner | sales partner | marketing partner | learning partner | finance partner | partner marketing | partner success | partner sales | partner account | partner development | partner enablement | partner operations | partner program | partner programs | partner relations | partner solutions | partner engineer | channel partner | technology partner | solution partner | delivery partner | sparring partner | training partner | thought partner | partner in crime',
  },
  {
    name: 'partner manager',
    level: 'manager',
    phrases:
      'partner manager | channel partner manager | partner success manager | partner account manager | partner marketing manager',
  },
  { name: 'president of the past', level: null, phrases: 'past president | presidents club | president elect' },
  {
    name: 'lead as a word of marketing',
    level: null,
    phrases: 'lead generation | lead gen | lead nurturing | lead management | lead qualification | leads',
  },
  {
    name: 'conversion rate',
    level: null,
    phrases: 'cro specialist | cro expert | cro consultant | cro agency | conversion rate',
  },
  {
    name: 'works with students or volunteers',
    level: null,
    phrases:
      'student success | student affairs | student services | student recruitment | student support | student life | student of life | volunteer coordinator | volunteer engagement',
  },
  {
    name: 'volunteer manager',
    level: 'manager',
    phrases: 'volunteer manager | volunteer program manager | intern program manager | trainee program manager',
  },
  {
    name: 'head as a trade',
    level: 'manager',
    phrases:
      'head chef | head nurse | head coach | head teacher | head waiter | head gardener | head brewer | head barista',
  },
  {
    name: 'chief as a trade',
    level: 'senior',
    phrases:
      'chief engineer | chief architect | chief economist | chief scientist | chief editor | chief accountant | chef de rang | chef de partie | sous chef | souschef',
  },
  {
    name: 'side role',
    level: null,
    side: true,
    phrases:
      'angel | angel investor | business angel | investor | speaker | keynote speaker | author | mentor | podcast host | host | podcaster | blogger | content creator | influencer | advisor | adviser | board advisor | startup advisor | bestselling author | newsletter | guest lecturer | top voice | ambassador | forbes',
  },
  {
    name: 'board seat',
    level: 'director',
    side: true,
    phrases:
      'board member | board director | non executive director | nonexecutive director | ned | advisory board member | aufsichtsrat | aufsichtsratsmitglied | beirat | administrateur indépendant | commissaris | consejero independiente | member of the board of directors | member of the advisory board | member of the board',
  },

  // owner
  {
    name: 'founder or owner',
    level: 'owner',
    phrases:
      'founder | co founder | cofounder | owner | co owner | business owner | shop owner | agency owner | owner operator | proprietor | entrepreneur | solopreneur | inhaber | inhaberin | mitinhaber | gründer | gründerin | mitgründer | mitgründerin | unternehmer | unternehmerin | geschäftsführender gesellschafter | gesellschafter geschäftsführer | gesellschafter | eigentümer | fondateur | fondatrice | cofondateur | cofondatrice | co fondateur | co fondatrice | créateur d entreprise | chef d entreprise | propriétaire | fundador | fundadora | cofundador | cofundadora | co fundador | propietario | propietaria | dueño | dueña | empresario | proprietário | sócio fundador | socio fundador | fondatore | fondatrice | co fondatore | titolare | imprenditore | eigenaar | eigenaresse | mede eigenaar | oprichter | medeoprichter | mede oprichter | ondernemer | dga | grundare | medgrundare | ägare | stifter | medstifter | założyciel | właściciel | основатель | владелец | 創業者',
  },

  // cxo
  {
    name: 'chief … officer',
    level: 'cxo',
    phrases: 'chief * officer | chief executive | chief exec | c level | c suite | cxo',
  },
  {
    name: 'initials of an officer',
    level: 'cxo',
    phrases:
      'ceo | cfo | cto | cio | coo | cmo | cro | cpo | chro | ciso | cdo | cco | cso | clo | cao | cbo | cgo | cko | cxo | cdao | ccso | cdto',
  },
  {
    name: 'runs the company',
    level: 'cxo',
    phrases:
      'president | chairman | chairwoman | chairperson | managing director | md at | md of | geschäftsführer | geschäftsführerin | geschäftsführung | geschäftsführend | geschäftsleiter | geschäftsleiterin | geschäftsleitung | mitglied der geschäftsleitung | mitglied der geschäftsführung | mitglied des vorstands | member of the executive board | member of the management board | member of the board of management | vorstand | vorständin | vorstandsvorsitzender | vorstandsvorsitzende | vorstandsmitglied | vorsitzender der geschäftsführung | directeur général | directrice générale | director general | directora general | general director | direttore generale | algemeen directeur | statutair directeur | président directeur général | pdg | président | présidente | gérant | gérante | consejero delegado | consejera delegada | gerente general | presidente | amministratore delegato | amministratore unico | diretor geral | diretor executivo | bestuurder | zaakvoerder | verkställande direktör | vd | administrerende direktør | adm direktør | adm dir | daglig leder | toimitusjohtaja | prezes | prezes zarządu | генеральный директор | 代表取締役 | 社長 | 总经理 | 首席执行官',
  },

  // partner
  {
    name: 'partner of a firm',
    level: 'partner',
    phrases:
      'partner | managing partner | general partner | founding partner | senior partner | equity partner | associate partner | venture partner | partnerin | associé | associée | associé gérant | socio | socia | sócio | vennoot',
  },

  // vp
  {
    name: 'vice president',
    level: 'vp',
    phrases:
      'vp | vice president | svp | evp | rvp | gvp | senior vice president | executive vice president | vizepräsident | vizepräsidentin | vice président | vice présidente | vicepresidente | vice presidente | viceprésident | vicepresident',
  },
  { name: 'assistant vice president', level: 'manager', phrases: 'assistant vice president | assistant vp | avp' },
  { name: 'associate vice president', level: 'director', phrases: 'associate vice president | associate vp' },

  // director
  {
    name: 'director',
    level: 'director',
    phrases:
      'director | directora | executive director | senior director | associate director | deputy director | direktor | direktorin | directeur | directrice | direttore | direttrice | diretor | diretora | direktør | direktör | dyrektor | директор | daf | drh | dsi | general manager | country manager | country director | country head | prokurist | prokuristin | dirigente | decano | rector | 部長 | 总监',
  },
  {
    name: 'head of a department',
    level: 'director',
    phrases:
      'head | head of | global head | global head of | leiter | leiterin | leitung | leitender | leitende | bereichsleiter | bereichsleiterin | bereichsleitung | hauptabteilungsleiter | vertriebsleiter | vertriebsleiterin | vertriebsleitung | verkaufsleiter | verkaufsleiterin | hoofd | jefe de departamento | chief of staff | chief | school principal | schulleiter | schulleiterin | schulleitung | department head | руководитель',
  },

  // manager
  {
    name: 'manager',
    level: 'manager',
    phrases:
      'manager | managerin | mgr | assistant manager | deputy manager | general assistant manager | assistant director | supervisor | foreman | team lead | team leader | teamlead | teamleader | squad lead | group lead | group leader | shift lead | abteilungsleiter | abteilungsleiterin | abteilungsleitung | teamleiter | teamleiterin | teamleitung | teamleider | teamchef | gruppenleiter | gruppenleiterin | gruppenleitung | projektleiter | projektleiterin | projektleitung | projectleider | filialleiter | filialleiterin | marktleiter | schichtleiter | bauleiter | bauleiterin | meister | responsable | responsabile | responsável | chef de projet | cheffe de projet | chef de produit | cheffe de produit | chef de service | chef des ventes | chef d équipe | chef de secteur | chef de publicité | jefe | jefa | jefe de | encargado | encargada | coordinador general | gerente | kierownik | bedrijfsleider | afdelingshoofd | leidinggevende | manageur | manageuse | gestor | менеджер | 課長 | 经理',
  },

  // senior
  {
    name: 'senior',
    level: 'senior',
    phrases:
      'senior | sr | snr | lead | tech lead | technical lead | principal | staff engineer | staff software engineer | staff developer | staff designer | staff data scientist | staff product | art director | distinguished engineer | fellow engineer | sénior | sênior',
  },

  // entry
  {
    name: 'junior',
    level: 'entry',
    lowers: true,
    phrases:
      'junior | jr | jnr | entry level | associate product manager | associate manager | associate account manager | graduate engineer | graduate consultant | graduate analyst | berufseinsteiger',
  },
  {
    name: 'entry',
    level: 'entry',
    phrases:
      'assistant | assistent | assistentin | assistenz | assistante | asistente | assistente | associate | coordinator | coordinatrice | coordinateur | coordinador | koordinator | koordinatorin | clerk | trainee manager | sachbearbeiter | sachbearbeiterin | receptionist | medewerker | secretary | sekretärin | secrétaire',
  },

  // training
  {
    name: 'in training',
    level: 'training',
    lowers: true,
    phrases:
      'intern | trainee | apprentice | working student | werkstudent | werkstudentin | praktikant | praktikantin | praktikum | auszubildender | auszubildende | azubi | dualer student | duale studentin | student | studentin | studierender | studierende | undergraduate | phd candidate | phd student | phd researcher | doctoral student | doktorand | doktorandin | stagiaire | alternant | alternante | alternance | apprenti | apprentie | étudiant | étudiante | becario | becaria | estudiante | estagiário | tirocinante | stagista | studente | studentessa | mba candidate | stażysta | aspiring | future | angehender | angehende | volontär | volontärin | referendar | referendarin | стажер | 学生',
  },

  // unpaid
  {
    name: 'unpaid',
    level: 'unpaid',
    lowers: true,
    phrases:
      'volunteer | ehrenamtlich | ehrenamtlicher | ehrenamtliche | bénévole | voluntario | voluntaria | volontario | vrijwilliger | stay at home | homemaker | hausfrau | hausmann',
  },
];

/** German and Nordic compounds (`Marketingleiterin`, `försäljningschef`): the end of a word, and the level it gives. */
export const titleSuffixes: readonly { readonly ending: string; readonly level: Seniority }[] = [
  { ending: 'geschaftsfuhrer', level: 'cxo' },
  { ending: 'geschaftsfuhrerin', level: 'cxo' },
  { ending: 'direktor', level: 'director' },
  { ending: 'direktorin', level: 'director' },
  { ending: 'direktion', level: 'director' },
  { ending: 'directeur', level: 'director' },
  { ending: 'direktoer', level: 'director' },
  { ending: 'leiter', level: 'director' },
  { ending: 'leiterin', level: 'director' },
  { ending: 'leitung', level: 'director' },
  { ending: 'leider', level: 'director' },
  { ending: 'chef', level: 'director' },
  { ending: 'chefin', level: 'director' },
  { ending: 'sjef', level: 'director' },
  { ending: 'manager', level: 'manager' },
  { ending: 'managerin', level: 'manager' },
  { ending: 'inhaber', level: 'owner' },
  { ending: 'praktikant', level: 'training' },
  { ending: 'assistent', level: 'entry' },
  { ending: 'assistentin', level: 'entry' },
  { ending: 'assistenz', level: 'entry' },
];

/**
 * A bank's grades. There "Managing Director" is a grade under the executives, so it counts as vp. "Vice President" stays vp
 * although a bank has thousands of them: the title says so, and an ICP can exclude the industry; "Assistant Vice President"
 * is manager at every company.
 */
export const bankGrades = {
  employer:
    /\b(?:bank|banque|banca|banco|bancorp|sparkasse|goldman sachs|morgan stanley|j\.? ?p\.? ?morgan|jpmorgan\w*|citi(?:group|bank)?|ubs|barclays|hsbc|bnp paribas|societe generale|credit suisse|credit agricole|santander|bbva|unicredit|commerzbank|ing|rabobank|abn amro|wells fargo|lazard|rothschild|nomura|jefferies|blackrock)\b|bank\b/,
  grade: 'managing director',
  level: 'vp',
} as const;

export const titleIndex = indexPhrases(titleRows);
