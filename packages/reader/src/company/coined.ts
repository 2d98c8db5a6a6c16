/**
 * Tells whether the first word of a company's name was made up for it, so that it means this company whatever follows ("Hebemax
 * Gabelstapler"). Not so if the word is ordinary, a place, a title, or a person's name: "Blue Forklifts" is not "Blue Bakery", nor are
 * all companies of people called Oberhofer one.
 */
import { isOrdinary } from '../headline/ordinary';
import { clusterOf } from '../headline/clusters';
import { isLegalForm, isTopic, joinsAlone, namesOrganisation } from '../headline/lists';
import { isPlace } from '../headline/place';
import { functions } from '../title/role-tables';
import { inSteps } from '../text/in-steps';
import { companyKeys } from './company-key';
import { fold } from '../text/fold';
import { remembering } from '../text/remembering';
import { eachVocabularyFile } from '../text/vocabulary-file';
import { WordSet } from '../text/word-set';

/** A capital inside: nobody writes an ordinary word so. */
const capitalInside = /^\p{L}?\p{Ll}+\p{Lu}/u;
/** The same in family names: "McAllister", "DeLuca". */
const familyCapital =
  /^(?:Mc|Mac|De|Des|Di|Da|Do|Du|Dal|Del|Della|Le|La|Lo|Li|Van|Von|Fitz|Saint|San|St|Ben|Ten|Ter|O|D|L)\p{Lu}/u;
/** Fewest letters of a made-up word: shorter ones are abbreviations, and words of other languages. */
const fewest = { withCapital: 4, plain: 6 };

/** How family names end, by language. Folded. */
const familyEndings = new RegExp(
  `(?:${[
    // English, German, Dutch
    'son|ton|ham|hurst|worth|ford|well|sworth|combe|mann|maier|meier|mayer|meyer|mayr|hofer|hoffer|huber|bauer|berger|inger|stein|bach|wald|feld|felder|brunner|steiner|ecker|auer|linger|stra|sma|inga|stra|veld|huis|hoven|bergh',
    // Scandinavian, Finnish, Baltic
    'sen|berg|lund|quist|qvist|kvist|strom|gren|dahl|gaard|gard|nen|aitis|auskas|evicius|avicius',
    // Slavic
    'ski|sky|skij|ska|czyk|wicz|vic|vich|cki|enko|enka|chuk|czuk|yuk|iuk|ov|ev|ovsky|ek',
    'ов|ев|ин|ский|ская|енко|чук|юк|ич',
    // Romance
    'ez|es|ini|etti|elli|ucci|azzi|otti|ardi|eira|escu|eanu|oiu|eau|ault|oux',
    // Greek, Turkish, Caucasian, Indian
    'opoulos|poulos|idis|iadis|akis|oglu|gil|yan|ian|dze|shvili|wala|kar|pati|murthy|swamy',
    'ιδης|ακης|οπουλος|ου',
  ].join('|')})$`,
  'u',
);
/** Places are also called by where they lie: "Nordstern", "Nordbro". */
const compass = /^(?:nor[dt]h?|south|sud|sued|syd|ost|oster|east|west|vest|vast)(?=\p{L})/u;

/** Words of titles, of well-known names of several words, and of what people write in comments: words of many languages. */
export const listedWords = inSteps(function* () {
  const words = new Set<string>();
  const take = (text: string) => {
    for (const word of fold(text).match(/[\p{L}\p{M}]{5,}(?![\p{L}*])/gu) ?? []) words.add(word);
  };
  for (const { rows } of eachVocabularyFile('.')) {
    for (const [, , , phrase = ''] of rows) take(phrase);
    yield;
  }
  for (const { rows } of eachVocabularyFile('brands')) {
    for (const [name = ''] of rows) if (name.includes(' ')) take(name);
    yield;
  }
  for (const { rows } of eachVocabularyFile('comments')) {
    for (const row of rows) for (const cell of row) take(cell);
    yield;
  }
  return new WordSet([...words]);
});

const isListed = (word: string): boolean =>
  isOrdinary(word) ||
  clusterOf(word).fine !== 0 ||
  joinsAlone(word) ||
  isTopic(word) ||
  isLegalForm(word) ||
  namesOrganisation(word) ||
  isPlace(word) ||
  listedWords().has(word) ||
  // A description: "Staplerverleih".
  functions().atEnd(word) !== undefined;

function namesPlace(word: string): boolean {
  const rest = word.replace(compass, '');
  return rest !== word && (rest.length < 4 || isListed(rest));
}

const letters = /^\p{L}[\p{L}\p{M}]*$/u;
/** A Latin letter with a sign: who makes a name up leaves them out, ordinary words of languages without a list have them ("Słonecznik"). */
const signedLetter = /[^ -~]/;
const latin = /\p{Script=Latin}/u;

/** Whether a word as written was made up for a name. */
export const isCoined: (word: string) => boolean = remembering(4_096, (word) => {
  const folded = fold(word);
  // In each spelling: "Phönix" is the listed "phoenix".
  if (!letters.test(word) || isListed(folded) || companyKeys(word).some(isListed)) return false;
  if (capitalInside.test(word)) return word.length >= fewest.withCapital && !familyCapital.test(word);
  if (latin.test(word) && signedLetter.test(word.normalize('NFC'))) return false;
  return folded.length >= fewest.plain && !familyEndings.test(folded) && !namesPlace(folded);
});
