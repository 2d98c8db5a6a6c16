/** How people write headlines: what joins a title to a company, and what is neither. */
import { fold } from '../text/fold';
import { lazily } from './lazily';
import { remembering } from '../text/remembering';
import { PhraseTable } from './phrases';
import { rowsOf, type WordKind, type WordRow } from './vocabulary';
import { unspaced, wordsOf, wordsOfOne, type Word } from './words';

/** Words of a text with their folded tokens; `wordAt` says for each token in which word it stands. */
export interface Line {
  readonly words: readonly string[];
  readonly tokens: readonly Word[];
  readonly wordAt: readonly number[];
}

export function lineOf(text: string): Line {
  const words = text.split(' ').filter((word) => word !== '');
  const tokens: Word[] = [];
  const wordAt: number[] = [];
  for (let n = 0; n < words.length; n += 1) {
    for (const token of wordsOfOne(words[n] ?? '')) {
      tokens.push(token);
      wordAt.push(n);
    }
  }
  return { words, tokens, wordAt };
}

export function tableOf(...kinds: WordKind[]): PhraseTable<WordRow> {
  const table = new PhraseTable<WordRow>();
  for (const row of rowsOf(...kinds)) {
    if (row.form === 'end') table.addEnding(row.phrase, row);
    else table.add(row.phrase, row);
  }
  return table;
}

/** Phrases that say how a person stands to a job: past, sought, offered, resting. */
export const marks = lazily(() => tableOf('past', 'seek', 'hire', 'slogan', 'retired'));
const nows = lazily(() => tableOf('now'));
export const joins = lazily(() => tableOf('join'));
const orgs = lazily(() => tableOf('org'));
const nations = lazily(() => tableOf('nation'));
const forms = lazily(() => tableOf('form'));
const topicWords = lazily(() => tableOf('topic'));
const topics = lazily(() => new Set(rowsOf('topic').map((row) => fold(row.phrase))));
const places = lazily(() => new Set(rowsOf('place').map((row) => fold(row.phrase))));

/** One kind of text that is no title and no company. Patterns are tried on folded text (no case, no accents). */
export interface NoiseRow {
  readonly name: string;
  readonly pattern: RegExp;
}

/** A part of a headline that matches one of these names no present job. */
export const noiseRows: readonly NoiseRow[] = [
  {
    name: 'a job of the past, in Chinese or Japanese',
    pattern: /^(?:前(?![端台线線沿])|元(?!気)|曾(?:任|经|經|就)|原(?=.{2,}(?:经理|總|总|长|長)))/,
  },
  { name: 'a sentence', pattern: /^\S{1,30}(?: \S{1,30})? (?:is|are) (?:my|not|a|an|the|our|your)\b/ },
  {
    name: 'fresh from school',
    pattern:
      /^(?:neolaureat|neodiplomat|laureat[oa] in|recien (?:graduad|egresad|titulad)|recem[- ]formad|jeune diplome|nyutdannet|nyuddannet|nyexaminerad|vastavalmistunut|pas afgestudeerd|swiezo upieczon|frissen vegzett|yeni mezun|proaspat absolvent|hochschulabsolvent|absolvent(?:in|ka)? (?!.*(?:manager|leiter))|recent(?:ly)? graduat|fresh graduate|new graduate|нещодавн\p{L}{1,4} випускни|выпускни(?:к|ца) |προσφατ\p{L}{1,4} αποφοιτ|应届|應屆|حديث التخرج|בוגר(?:ת)? (?:טרי|תואר))/u,
  },
  {
    name: 'a rank at home',
    pattern:
      /\b(?:ceo|coo|cfo|chief \w{1,20} officer|director|manager|boss|president) (?:of|at|in) (?:my|our|the) (?:own )?(?:home|house\w{0,9}|life|family|kitchen|kids|children|chaos|destiny)\b/,
  },
  {
    name: 'a family or hobby',
    pattern:
      /^(?:proud |happy |busy )?(?:mother|father|mom|mum|dad|mama|papa|parent|husband|wife|mamma|mutter|vater|madre|padre|mae|pai|maman|moeder|vader|matka|maminka|anya|anne)(?: (?:of|to|von|de|di|do|da|du|van|til|till|dvou|dwojki|trojki|deux|trois|due|tre|dos|tres|dois|deux) .{1,20}| (?:of|to|von|de|di|van) \d)?$|^(?:vader|far|mor|mamma|pappa|pap[aà]|tata|mama|tato|otec|tata|apa|baba|отец|мама|папа|тато|батько|мати|πατερας|μητερα|μαμα|μπαμπας|isa|aiti|iska|aita|anne|trebarnsmor|trebarnsfar|tvabarns\p{L}{3,5}|smabarns\p{L}{3,5}|tobarns\p{L}{3,5}|familiefar|hundagare|ketgyermekes|haromgyermekes|[a-z]{0,12}gyermekes)(?: (?:of|to|von|van|til|till|de|di|do|da|dvou|dvoch|dvoje|dwojki|dwoch|dwojga|trojki|trojga|двух|двоих|троих|двох|трьох|δυο|τριων|kahden|kolmen|iki|uc|anya|apa|edesanya|edesapa|\d).{0,24})?$|(?:孩子的(?:爸爸|妈妈|父亲|母亲)|아이 (?:아빠|엄마)|児の(?:父|母)|児のパパ|児のママ|好き|愛好家)$|^(?:أب|أم) ل|^(?:אבא|אמא)(?: ל| של|$)|(?:rugby|hockey|soccer|football|dog|cat|girl|boy) (?:dad|mom|mum)$|^(?:(?:trail|marathon) )?(?:runner|marathoner|cyclist|traveller|traveler|foodie|surfer|bookworm|triathlete|biker|hiker|gamer)$/u,
  },
  { name: 'a slogan in Hebrew', pattern: /^(?:אני )?עוזר(?:ת|ים)? ל[א-ת]{3,20}(?: [א-ת]{2,20}){0,3} ל/ },
  {
    name: 'a sentence in Hindi',
    pattern: /\b(?:raha|rahi|karta|karti|sikhata|sikhati|banata|banati|deta|deti) (?:hoon|hun|hu|hai)$/,
  },
  {
    name: 'a call to follow',
    pattern:
      /\b(?:follow me|dm me|dms open|connect with me|subscribe|link in bio|click|book a call|folge mir|my views|views are my own|opinions are my own|tweets)\b/,
  },
  {
    name: 'a number to boast with',
    pattern:
      /^(?:\W*)(?:\d[\d.,]{0,12}\s?(?:k|m|mn|mio|million|\+)?\+?\s?(?:followers|abonnes|seguidores|subscribers|connections|years|yrs|jahre|ans|anos|yil|lat|let|ar|vuotta|년차)|\$?\d[\d.,]{0,12}[km]?\+? (?:in )?(?:arr|mrr|revenue))(?![\p{L}])/u,
  },
  {
    name: 'a degree or certificate',
    pattern:
      /^(?:(?:ph\.? ?d|mba|emba|m\.? ?sc|b\.? ?sc|b\.? ?com|m\.? ?com|b\.? ?tech|m\.? ?tech|m\.? ?eng|b\.? ?eng|m\.? ?a|b\.? ?a|ll\.? ?m|ll\.? ?b|j\.? ?d|m\.? ?d|dr|prof|dipl\W?ing|dipl\W?kfm|dipl\W?kffr|diplom\W?\w{0,20}|cpa|cfa|acca|aca|fca|pmp|prince2|cissp|cism|cisa|csm|cspo|psm|shrm\W?(?:cp|scp)|phr|sphr|esq|p\.? ?eng|itil|six sigma|mrics|fcips|mcips|cipp|cfp|frm|caia)(?![\p{L}\p{N}])[\s.,&/+()-]{0,4}(?:candidate)?){1,6}$/u,
  },
  {
    name: 'a certificate',
    pattern:
      /^(?:comptia|certified (?!public accountant)|cert |cand\.? ?\w{2,6}\.?$|簿記|英検|toeic|شهاد|معتمد من|תעודת|certificat(?:ion|e|o|a|ado|ada|ione)? |zertifi\w{3,8} |certyfika\w{1,3} |certifik\w{1,4} |sertifika\w{0,3} |сертифи\p{L}{2,8} |πιστοποιη\p{L}{2,6} |§ ?\d)/u,
  },
  {
    name: 'a grade of a certificate',
    pattern: /\d級$/,
  },
  {
    name: 'a degree and its field',
    pattern:
      /^(?:dipl\W{0,2}(?:ing|kfm|inf|betriebsw)\b|(?:bachelor|master|licenciatura|laurea|licence|mgr inz|m\.?sc\.?|b\.?sc\.?)\b)(?!.*(?:manager|head|director|leiter|trainer|student|candidate))/,
  },
  {
    name: 'pronouns',
    pattern:
      /^\W*(?:she|he|they|er|sie|elle|il|ella|el|hij|zij)(?:\s?\/\s?(?:her|hers|him|his|them|theirs|ihr|ihm|ihn|they|she|he|elle|elles|la|lo|ella|hem|haar|zijn)){1,4}\W*$/,
  },
  {
    name: 'a curriculum to send',
    pattern:
      /\b(?:tu|your|ton|votre|tuo|seu|deinen|ditt|dit|je|su|swoje|svuj|svoj) (?:cv|curriculum|lebenslauf|zivotopis)\b/,
  },
  {
    name: 'parental leave',
    pattern:
      /^(?:currently |derzeit |aktuell |actuellement |teraz |nyni )?(?:on (?:parental|maternity|paternity|family|career|sabbatical) (?:leave|break)|in elternzeit|in mutterschutz|(?:en )?conge (?:parental|maternite|sabbatique)|(?:de|en|baja por) (?:baja )?(?:maternidad|paternidad)|(?:em |de )?licenca (?:maternidade|paternidade)|in (?:maternita|congedo)|(?:met )?(?:zwangerschaps|ouderschaps)verlof|foraldraledig|mammaledig|pappaledig|(?:i )?(?:foreldre|barsels?)(?:permisjon|orlov)|pa barsel|(?:aitiys|isyys|vanhempain)vapaalla|na (?:urlopie )?(?:macierzynsk|wychowawcz|rodzicielsk)\p{L}{1,4}|na (?:materske|rodicovske)(?: dovolene)?|dogum izninde|(?:in )?concediu (?:de )?(?:maternitate|crestere).{0,20}|gyes(?:en)?|gyed(?:en)?|в декрет\p{L}{0,6}|у декрет\p{L}{0,6})$/u,
  },
  {
    name: 'a search, its verb at the end',
    pattern: /(?:keresek|keres allast|arıyorum|ariyorum|haettavissa|구직 ?중?|求職中|求职中)$/,
  },
  {
    name: 'a region by its direction',
    pattern:
      /^(?:region|gebiet|bereich|zone|zona|regione|regiao|area|region der)\s(?:nord|sud|ost|west|mitte|nordost|nordwest|sudost|sudwest|north|south|east|central|norte|sur|sul|est|ouest|centre|centro|norra|sodra|ostra|vastra|mitt|noord|zuid|oost)$/,
  },
  {
    name: 'a sentence by its verb',
    pattern:
      /[iu]yor(?:um|uz)$|^(?:учу|делаю|создаю|строю|помогаю|развиваю|превращаю|пишу|создаем|помогаем|делаем|учим|навчаю|створюю|роблю|будую|пишу|перетворюю|створюємо|допомагаємо|μετατρεπω|βοηθαω|βοηθω|δημιουργω|διδασκω|φτιαχνω|χτιζω|γραφω) |^(?:让|帮助|助力|致力于|专注于)|(?<!(?:をして|で\S{1,8}して|として|担当して|務めて|勤務して|일|있습|근무|재직 ?중입|중입).{0,8})(?:ます|ません|니다|세요)[。.!！]?$|^(?:wir|wij|we|vi|noi|nous|nosotros|nosotras) \p{Ll}{3,}|^(?:הופך|הופכת|יוצר|יוצרת|בונה|מחבר|מחברת) [א-ת]+(?:ים|ות) /u,
  },
  { name: 'years of experience, in Chinese', pattern: /^\S{0,4}\d{1,2}[年余餘多]{1,2}\S{0,12}[经經]?[验驗历歷]/ },
  {
    name: 'a medal',
    pattern: /^\W*(?:forbes|linkedin top voice|top voice|top \d+|award|40 under 40|30 under 30|ted ?x?)\b/,
  },
];

/** All patterns in two: those for the beginning of a text, of which each is tried once, and those that are looked for in it. */
const [noiseAtStart, noiseInside] = [true, false].map((atStart) => {
  const sources = noiseRows.map(({ pattern }) => pattern.source).filter((source) => source.startsWith('^') === atStart);
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'u');
});

/** Verbs that no title has between its words. */
const sentenceVerbs = new Set(
  'werden wird sind macht machen braucht brauchen sollte wordt worden zijn jest jsou este sunt sont font hacen sono fanno'.split(
    ' ',
  ),
);
const hasSentenceVerb = ({ words }: Line) =>
  words.length > 2 && words.some((word, at) => at > 0 && at < words.length - 1 && sentenceVerbs.has(word));

/** Trades that begin like a slogan. */
const tradesLikeSlogans =
  /^(?:building (?:manager|engineer|inspector|services|automation|information|surveyor)|driving instructor|creating director|leading (?:consultant|expert|hand)|growing (?:manager))/;

/** Words behind a title that make it one of the past: מנכ"ל לשעבר, مدير سابق, "emekli". */
const pastAnywhere: ReadonlySet<string> = new Set(['לשעבר', 'שעבר', 'סאבק', 'سابق', 'سابقا', 'سابقه']);

/** What a part of a headline is: of a past job, a slogan, something else that is no present job, or none of them. */
export const noiseOf: (part: string) => Noise | 'none' = remembering(4_096, (part) => readNoise(part) ?? 'none');

type Noise = 'past' | 'slogan' | 'other';

function readNoise(part: string): Noise | null {
  const line = lineOf(part);
  const folded = fold(part);
  if (noiseAtStart?.test(folded) === true || noiseInside?.test(folded) === true) return 'other';
  if (hasSentenceVerb(line)) return 'other';
  const first = marks().at(line.tokens, 0)?.row;
  if (first?.kind === 'past' && line.tokens.length > 0) return 'past';
  if (line.tokens.some((token) => pastAnywhere.has(token.text))) return 'past';
  if (first?.kind === 'slogan') return tradesLikeSlogans.test(folded) ? null : 'slogan';
  if (first !== undefined) return 'other';
  for (let at = 1; at < line.tokens.length; at += 1) {
    const kind = marks().at(line.tokens, at)?.row.kind;
    if (kind === 'retired') return 'past';
    if (kind === 'slogan' && at > 1 && line.tokens.length > 4 && sentenceVerb(line, at)) return 'slogan';
  }
  if (unspaced.test(part)) {
    for (const token of line.tokens) {
      const kinds = marks()
        .partsOf(token.text)
        .filter((found) => found.to - found.from > 1)
        .map((found) => found.row.kind);
      if (kinds.includes('retired') || kinds.includes('seek') || kinds.includes('hire')) return 'past';
      if (kinds.includes('slogan')) return 'slogan';
    }
  }
  return null;
}

/** "Markaların dijitalde büyümesine yardımcı oluyorum": languages whose verb comes last. */
function sentenceVerb(line: Line, at: number): boolean {
  const found = marks().at(line.tokens, at);
  return found?.row.language === 'tr' || found?.row.language === 'hi' || found?.row.language === 'hu';
}

/** Whether a piece says that its writer looks for work. */
export function seeksWork(piece: string): boolean {
  if (!isNoise(piece)) return false;
  return lineOf(piece).tokens.some((token, at, tokens) => {
    if (marks().at(tokens, at)?.row.kind === 'seek') return true;
    return (
      token.runsOn &&
      marks()
        .partsOf(token.text)
        .some(({ row }) => row.kind === 'seek')
    );
  });
}

/** Whether a part of a headline names no present job. */
export const isNoise = (part: string): boolean => noiseOf(part) !== 'none';

/** The words in front of "looking for …" and the like; the text itself when it looks for nothing. Null: it begins so. */
export function beforeSearch(text: string, line: Line): string {
  for (let at = 1; at < line.tokens.length; at += 1) {
    const kind = marks().at(line.tokens, at)?.row.kind;
    if (kind === 'seek' || kind === 'hire') return line.words.slice(0, line.wordAt[at]).join(' ');
  }
  return text;
}

/** "Former CEO, now advisor at Acme": what comes after "now", when it stands behind a comma; null without. */
export function presentRest(piece: string): string | null {
  const clauses = piece.split(/,\s*/);
  for (const [n, clause] of clauses.entries()) {
    if (n === 0) continue;
    const line = lineOf(clause);
    if (nowUnspaced.test(clause)) return clauses.slice(n).join(', ');
    const found = nows().at(line.tokens, 0);
    const from = found === undefined ? undefined : line.wordAt[found.length];
    if (from !== undefined) return [line.words.slice(from).join(' '), ...clauses.slice(n + 1)].join(', ');
  }
  return null;
}

/** Whether a line is nothing but a word for "now": "Aujourd'hui". */
export const isNow = ({ tokens }: Line): boolean => nows().at(tokens, 0)?.length === tokens.length;

/** "now" in front of a name, in scripts without spaces. */
export const nowUnspaced =
  /^(?:現在[はの、]?|今は|現職[:：]?|現(?=[^\s場金代]{2})|现任职于?|现任|现为|现就职于|现在是?|现于|目前(?:就职于|任职于|在|任|担任)?|如今在?|今(?=[^\s天年日])|现(?=[^\s场金货代实存行]{3})|現任職?於?|現就職於|현재?\s|現\s)\s?/;

/** "Now COO at Acme": a part without the word for "now" that it begins with; null without one. */
export function withoutNow(line: Line): string | null {
  const found = nows().at(line.tokens, 0);
  const from = found === undefined ? undefined : line.wordAt[found.length];
  return from === undefined ? null : line.words.slice(from).join(' ');
}

/** Whether a word joins a title and a company, or two parts of a name, by itself. */
export function joinsAlone(word: string): boolean {
  return smallJoints.has(word) || joins().at(wordsOfOne(word), 0) !== undefined;
}

/** Whether a word joins a company wherever it stands: "at", "bei", "chez". */
export const joinsSurely = (word: string): boolean => joins().at(wordsOfOne(word), 0)?.row.value === 'strong';

const smallJoints = new Set(
  'of von vom der des de du d l di da do dos della dell del van af and und et y e og och ja'.split(' '),
);

/** A company's legal form: `GmbH`, `Sp. z o.o.`, ООО, 株式会社. */
export function isLegalForm(text: string): boolean {
  const tokens = wordsOf(text);
  return tokens.length > 0 && forms().at(tokens, 0)?.length === tokens.length;
}

/** Whether a name ends, or begins, with a legal form or word for a company. */
export function endsInLegalForm(text: string): boolean {
  const tokens = wordsOf(text);
  for (let at = Math.max(1, tokens.length - 4); at < tokens.length; at += 1) {
    if (forms().at(tokens, at)?.length === tokens.length - at) return true;
  }
  return false;
}

/** The word at which a legal form that stands in front of its name begins ("ООО «Север»"), or -1. */
export function leadingForm(line: Line): number {
  for (let at = 1; at < line.tokens.length; at += 1) {
    const token = line.tokens[at]?.text ?? '';
    if (/[\u0400-\u04ff]/.test(token) && forms().at(line.tokens, at) !== undefined) return line.wordAt[at] ?? -1;
  }
  return -1;
}

/** Whether a text holds a word that companies are called by: Bank, Group, Klinik, 公司. */
export const namesOrganisation: (text: string) => boolean = remembering(4_096, (text) => hasOrganisationWord(text));

const organisationWords = lazily(
  () => new Set(rowsOf('org').map(({ phrase, value }) => (value === 'body' ? '' : phrase))),
);

/** Whether a text is nothing but such a word: 학교, 医院. */
export const isOrganisationWord = (text: string): boolean => organisationWords().has(text);

/** Where in a word without spaces the last word for a company ends; 0 without one, or where nothing stands in front of it. */
export function organisationEnd(word: string): number {
  const [token, ...more] = wordsOf(word);
  if (token === undefined || more.length > 0 || token.text.length !== word.length) return 0;
  const last = orgs().partsOf(token.text).at(-1);
  return last === undefined || last.from === 0 ? 0 : last.to;
}

/** Whether a text holds a word that public bodies and institutions are called by: Ministerium, urząd, -verket. */
export const namesBody: (text: string) => boolean = remembering(4_096, (text) => hasOrganisationWord(text, 'body'));

function hasOrganisationWord(text: string, value?: 'body'): boolean {
  const asked = (row: WordRow | undefined) => row !== undefined && (value === undefined || row.value === value);
  const tokens = wordsOf(text);
  return tokens.some(
    (token, at) =>
      asked(orgs().at(tokens, at)?.row) ||
      (token.text.length > 5 && asked(orgs().endOf(token))) ||
      (token.runsOn &&
        orgs()
          .partsOf(token.text)
          .some(({ row }) => asked(row))),
  );
}

/** Nouns that stand behind the name of a country and are no organisation. Tried on folded text. */
const ofCountries =
  /(?:^| )(?:marknad\p{L}{0,3}|marked\p{L}{0,3}|markt\p{L}{0,2}|market|trh\p{L}{0,2}|rynek|rynku|рын(?:ок|ке)|рин(?:ок|ку)|piac\p{L}{0,3}|sprache|sprak\p{L}{0,3}|sprog\p{L}{0,3}|taal|jazyk\p{L}{0,2}|jezyk\p{L}{0,2}|язык\p{L}{0,2}|мов\p{L}|nyelv\p{L}{0,4}|literatur\p{L}{0,2}|литератур\p{L}|літератур\p{L}|republik\p{L}{0,2}|kieli|kielt\p{L}|dili|limba|lingua|lengua|lingue|kulttuuri\p{L}?|kultur\p{L}?|edebiyat\p{L}?|irodalom|historie|kuchyn\p{L}|kuchnia|кухня|γλωσσα|αγορα)(?: |$)/u;
const listed = / (?:som|als|og|och|und|en|a|i|и|та) /u;

/** Whether a text begins with the name of a country, or a word for the state: "Statens …", "Česká …", "Федеральная …". */
export const namesCountry: (text: string) => boolean = remembering(4_096, (text) => {
  if (!/^\p{Lu}/u.test(text) || !text.includes(' ')) return false;
  const tokens = wordsOf(text);
  return (
    tokens.length <= 7 && nations().at(tokens, 0) !== undefined && !ofCountries.test(fold(text)) && !listed.test(text)
  );
});

/** "Deutsche Sprache", "Suomen kieli": what belongs to a country and is no organisation. */
export const isOfCountry = (text: string): boolean =>
  text.includes(' ') && ofCountries.test(fold(text)) && nations().at(wordsOf(text), 0) !== undefined;

/** Whether a text is nothing but topics, skills and hobbies. */
export const isTopic: (text: string) => boolean = remembering(4_096, readsAsTopic);

function readsAsTopic(text: string): boolean {
  if (topics().has(fold(text))) return true;
  const tokens = wordsOf(text);
  for (let at = 0; at < tokens.length;) {
    const found = topicWords().at(tokens, at);
    if (found === undefined) return false;
    at += found.length;
  }
  return tokens.length > 0;
}

/** Whether a text names a tool that people work with: "SQL", "SAP FI". Behind a comma it belongs to no title. */
export function isTool(text: string): boolean {
  const tokens = wordsOf(text);
  for (let at = 0; at < tokens.length;) {
    const found = topicWords().at(tokens, at);
    if (found?.row.value !== 'tool') return false;
    at += found.length;
  }
  return tokens.length > 0;
}

export function isListedPlace(text: string): boolean {
  return places().has(fold(text));
}

/** What follows a joiner and is no company: "at scale", "Attorney at Law", "at a stealth startup". Folded text. */
export const noCompany =
  /^(?:series [a-e]\b.*|(?:\S+ ){0,4}(?:startups|scaleups|start-ups|scale-ups|companies|businesses|smbs|smes|kmu|pme|pymes|pmi|mkb|unternehmen|entreprises|empresas|aziende|bedrijven)|temps (?:plein|partiel|partage).*|domicile|distance|my (?:home|own home|house|life|family|kids).*|(?:consiglio|conseil|consejo|conselho)(?: (?!nacional|national|nazionale|regional|superi|general|departement|d etat|d'etat|federal).*)?|(?:consiliul|board|vorstand|aufsichtsrat|verwaltungsrat|directoire|rady|zarzadu|predstavenstva)(?: .*)?|scale|law|large|heart|work|home|sea|night|day|play|risk|hand|least|best|its best|their best|speed|the (?:intersection|forefront|heart|edge|top|moment|end|crossroads|interface|nexus)|all|any|every|your|my (?:own|desk)|our|various|several|multiple|different|leading|top|major|fortune \d+|stealth\b.*|a (?:stealth|leading|startup|small|big|large|global|fortune|bank|private).*|an? .*|self ?-?employed|selbst(?:st)?andig|freelance|freelancer|freiberuflich|independant|independent|autonomo|confidential|unemployed|none|n\/?a|-+|private|undisclosed|myself|me)$/;
