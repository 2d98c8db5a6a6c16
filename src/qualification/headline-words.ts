/** How people write headlines: what joins a title to a company, and what is neither. Tables for `headline.ts`. */
import { fold } from '../text/fold';

/** One kind of text that is no title and no company. Patterns are tried on folded text (no case, no accents). */
export interface NoiseRow {
  readonly name: string;
  readonly pattern: RegExp;
}

/** A part of a headline that matches one of these names no present job. */
export const noiseRows: readonly NoiseRow[] = [
  {
    name: 'a job of the past',
    pattern:
      /^(?:\W*)(?:ex|former|formerly|previously|prev|past|retired|ehemalig\w*|ehem|vormals|fruher\w*|ancien|ancienne|anciennement|antiguo|antigua|anteriormente|voormalig|tidligere|tidigare|byly|im ruhestand|i\.? ?r\.)(?:\b|[-.:@])/,
  },
  {
    name: 'looking for work',
    pattern:
      /\b(?:open ?to ?work|opentowork|open (?:to|for) (?:new )?(?:opportunities|roles|offers)|looking for|seeking|in search of|job ?hunting|available for|between jobs|auf (?:job)?suche|jobsuche|suche neue|offen fur|en recherche|a la recherche|a l'ecoute|en busqueda|busco|busca(?:ndo)? (?:de )?|in cerca di|op zoek)\b/,
  },
  {
    name: 'hiring',
    pattern:
      /^(?:\W*)(?:we(?:'re| are)? hiring|(?:i'm|i am) hiring|now hiring|hiring|wir suchen|on recrute|recrute|join us|estamos contratando)\b/,
  },
  {
    name: 'a slogan',
    pattern:
      /^(?:\W*)(?:helping|empowering|enabling|making|building(?! (?:manager|engineer|inspector|services|automation|information|surveyor))|creating|driving(?! instructor)|transforming|scaling|growing|connecting|turning|leading|bringing|solving|simplifying|accelerating|unlocking|supporting|delivering|revolutionizing|reinventing|disrupting|investing in|obsessed|passionate|passion for|on a mission|lover of|writes? about|writing about|talks? about|talking about|posts? about|posting about|sharing|i help|i am|i'm|i build|i teach|i write|i make|i love|we help|we build|we make|my mission|your|let's|how to|why|ich helfe|wir helfen|ich begleite|ich unterstutze|j'aide|j'accompagne|j'aime|nous aidons|passionne|aider|ayudo|ayudamos|ayudando|apasionad\w+|aiuto|aiutiamo|appassionat\w+|ik help|wij helpen|jag hjalper|jeg hjelper|jeg hjaelper|ajudo)\b/,
  },
  {
    name: 'a call to follow',
    pattern:
      /\b(?:follow me|dm me|dms open|connect with me|subscribe|link in bio|click|book a call|folge mir|my views|views are my own|opinions are my own|tweets)\b/,
  },
  {
    name: 'a number to boast with',
    pattern:
      /^(?:\W*)(?:\d[\d.,]*\s*(?:k|m|mn|mio|million|\+)?\+?\s*(?:followers|abonnes|seguidores|subscribers|connections|years|yrs|jahre|ans|anos)|\$?\d[\d.,]*[km]?\+? (?:in )?(?:arr|mrr|revenue))\b/,
  },
  {
    name: 'a degree or certificate',
    pattern:
      /^(?:(?:ph\.? ?d|mba|emba|m\.? ?sc|b\.? ?sc|m\.? ?eng|b\.? ?eng|m\.? ?a|b\.? ?a|ll\.? ?m|ll\.? ?b|j\.? ?d|m\.? ?d|dr|prof|dipl\W?ing|dipl\W?kfm|dipl\W?kffr|cpa|cfa|acca|aca|fca|pmp|prince2|cissp|cism|cisa|csm|cspo|psm|shrm\W?(?:cp|scp)|phr|sphr|esq|p\.? ?eng|itil|six sigma|mrics|fcips|mcips|cipp|cfp|frm|caia)\b[\s.,&/+()-]*(?:candidate)?)+$/,
  },
  {
    name: 'pronouns',
    pattern:
      /^\W*(?:she|he|they|er|sie|elle|il|ella|el|hij|zij)(?:\s*\/\s*(?:her|hers|him|his|them|theirs|ihr|ihm|ihn|they|she|he|elle|elles|la|lo|ella|hem|haar|zijn))+\W*$/,
  },
  {
    name: 'a medal',
    pattern: /^\W*(?:forbes|linkedin top voice|top voice|top \d+|award|40 under 40|30 under 30|ted ?x?)\b/,
  },
];

/**
 * Words between a title and a company. A strict one also means something else ("Directeur en oprichter", "Head of Sales"):
 * it joins only when what follows starts with a capital and is no known title or function. Only some are trusted inside a slogan.
 */
export const joiners: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly strict?: true;
  readonly inSlogans?: true;
}[] = [
  { name: '@', pattern: /\s*@\s*/, inSlogans: true },
  { name: 'at', pattern: /(?:^|\s+)at\s+/i, inSlogans: true },
  { name: 'bei', pattern: /(?:^|\s+)(?:bei|beim)\s+/i },
  { name: 'chez', pattern: /(?:^|\s+)chez\s+/i },
  { name: 'presso', pattern: /(?:^|\s+)presso\s+/i },
  { name: 'hos', pattern: /(?:^|\s+)hos\s+/i },
  { name: 'bij', pattern: /(?:^|\s+)bij\s+/i },
  { name: 'en', pattern: /\s+en\s+(?=[\p{Lu}\p{N}])/u, strict: true },
  {
    name: 'of, after somebody who runs the company',
    pattern:
      /(?<=\b(?:ceo|cfo|coo|cto|founder|owner|president|chairman|partner|gesch(?:ä|ae)ftsf(?:ü|ue)hrer(?:in)?|inhaber(?:in)?|gesellschafter(?:in)?|gr(?:ü|ue)nder(?:in)?|fondateur|fondatrice|pdg|g(?:é|e)rante?|fundador|fundadora|propietario|titolare|fondatore|eigenaar|oprichter))\s+(?:of|von|der|de|di|da|van)\s+(?=[\p{Lu}])/iu,
    strict: true,
  },
];

/** What follows a joiner and is no company: "at scale", "Attorney at Law", "at a stealth startup". Folded text. */
export const noCompany =
  /^(?:scale|law|large|heart|work|home|sea|night|day|play|risk|hand|least|best|its best|their best|speed|the (?:intersection|forefront|heart|edge|top|moment|end|crossroads|interface|nexus)|all|any|every|your|my (?:own|desk)|our|various|several|multiple|different|leading|top|major|fortune \d+|stealth\b.*|a (?:stealth|leading|startup|small|big|large|global|fortune|bank|private).*|an? .*|self ?-?employed|selbst(?:st)?andig|freelance|freelancer|freiberuflich|independant|autonomo|confidential|unemployed|none|n\/?a|-+|private|undisclosed|myself|me)$/;

/** Topics, tools and hobbies that people list between bars; none is taken for a company. Folded, whole text. */
export const topics = new Set(
  (
    'saas|b2b|b2c|b2b saas|d2c|ai|genai|gen ai|ml|ai/ml|llm|llms|iot|ar|vr|web3|crypto|blockchain|bitcoin|nft|fintech|insurtech|healthtech|medtech|edtech|proptech|martech|adtech|' +
    'legaltech|hrtech|deeptech|climate|climatetech|cleantech|sustainability|esg|innovation|startup|startups|growth|leadership|strategy|technology|tech|digital|e-commerce|ecommerce|retail|cloud|' +
    'cybersecurity|java|javascript|typescript|python|react|node|node.js|aws|azure|gcp|kubernetes|docker|golang|go|rust|php|sql|salesforce|hubspot|sap|excel|power bi|tableau|gtm|plg|abm|crm|erp|' +
    'industry 4.0|industrie 4.0|new work|agile|scrum|okr|lean|remote|hybrid|worldwide|dad|father|mom|mum|mother|husband|wife|parent|runner|marathon runner|cyclist|traveler|traveller|foodie|' +
    'coffee lover|dreamer|doer|optimist|visionary|thinker|problem solver|maker|creator|storyteller|networker|lifelong learner|feminist|veteran|mba|phd|linkedin|twitter|youtube|instagram|' +
    'mentor|speaker|author|coach|investor|alumni|alumna|alumnus|team player|results-driven|people person|vater|mutter|papa|mama|macher|netzwerker|dach|emea|apac|europe|europa'
  ).split('|'),
);

/** Legal forms that may follow a comma and belong to the company before it. */
export const legalForm =
  /^(?:inc|llc|ltd|limited|plc|corp|co|gmbh(?: & co\.? kg)?|ag|kg|se|sa|sas|sarl|srl|spa|s\.?p\.?a|bv|nv|ab|as|oy|aps|sl|s\.?l\.?u?|llp|lp|pty|kk|pte)\.?$/;

/** Whether a part of a headline is one of the noise rows. */
export function isNoise(part: string): boolean {
  const folded = fold(part);
  return noiseRows.some((row) => row.pattern.test(folded));
}

/** Whether a part is a slogan: not a title, though it may still name a company ("Building payments @Acme"). */
export function isSlogan(part: string): boolean {
  return slogan.pattern.test(fold(part));
}

const slogan = noiseRows.find((row) => row.name === 'a slogan') ?? { name: 'a slogan', pattern: /^$/ };
