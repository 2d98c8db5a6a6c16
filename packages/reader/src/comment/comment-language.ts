/**
 * The language of a short text, where it is sure: by its script, by letters that few languages have, and by the small words that every
 * sentence needs. Short texts of two near languages, and names alone, stay unknown.
 */
import { lazily } from '../text/lazily';

/** Longest part of a text that is read, in characters. */
const longest = 400;
/** What the best language needs, and how many times the second best. */
const enough = 1;
const clearly = 1.4;

/** Scripts of one language each, for comments on a business network. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Arabic}/gu, 'ar'],
];

/** Letters that tell a language among those of its script; each counts like a small word. */
const letters: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[پچژگ]/u, ['fa']],
  [/[ٹڈڑں]/u, ['ur']],
  [/[іїєґ]/iu, ['uk']],
  [/[ыэё]/iu, ['ru']],
  [/[љњћђј]/iu, ['sr']],
  [/ß/u, ['de']],
  [/[ñ¿¡]/iu, ['es']],
  [/[ãõ]/iu, ['pt']],
  [/[łżśźę]/iu, ['pl']],
  [/[řěů]/iu, ['cs']],
  [/[őű]/iu, ['hu']],
  [/[ğı]/u, ['tr']],
  [/[țșă]/iu, ['ro']],
  [/[øæ]/iu, ['no', 'da']],
  [/[đ]/iu, ['hr', 'sr', 'vi']],
  [/[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹơư]/iu, ['vi']],
  [/[ľĺŕ]/iu, ['sk']],
  [/[ėįų]/iu, ['lt']],
  [/[āēīņļķģ]/iu, ['lv']],
  [/l·l/iu, ['ca']],
];

/** Small words of each language, and what people write under posts; alike in several languages they count for each a part. */
const smallWords: Readonly<Record<string, string>> = {
  en: 'the and is are was of to for with this that it in on you your we our i my have has not what how much does do can could would who when where please thanks thank great any from at be as so but just love post looking an about there they will been good nice congrats congratulations agree interested they re well said very more than if or',
  de: 'der die das und ist sind war nicht mit für von zu auf ein eine einen wir ich ihr euch uns sie wie was wer kann könnt gibt auch bei schon noch sehr danke bitte gerne haben hat es dem den im am aber oder nur wenn sich als mir mich man zum zur suchen glückwunsch toller guter beitrag stark',
  fr: 'le la les des un une et est sont nous vous je il elle on que qui pour avec dans sur pas ce cette ces votre notre merci bonjour du au aux plus très bien mais ou comment combien quel quelle avez avons faut bravo article félicitations en de se sa son cherche cherchons ça c d l y',
  es: 'el la los las un una y es son que de en para con por no se lo su sus nos me mi muy más pero como cómo qué cuánto gracias hola buen buena tienen pueden esto este esta al del estamos hay ya sin felicidades excelente buscamos busco nuestro nuestra alguien también todo',
  pt: 'o a os as um uma e é são que de em para com por não se seu sua nos me mais mas como quanto obrigado obrigada parabéns isso este esta ao do da no na dos das muito vocês você temos tem já sem bom ótimo estamos nosso nossa alguém também aqui pra à',
  it: 'il lo la i gli le un una e è sono che di in per con non si ci mi più ma come quanto grazie questo questa al del della nel dei delle molto bene avete abbiamo anche complimenti buon ottimo cerchiamo nostro nostra qualcuno da alla su ho hai',
  nl: 'de het een en is zijn van voor met niet op te dat dit wij we ik jullie je ons wat hoe kan kunnen graag bedankt goed mooi ook maar bij aan er naar zoeken om als hebben heeft nog wel geen mij deze gefeliciteerd of dan',
  sv: 'och är att det en ett som på med för inte vi jag ni du vad hur kan har till av om den från tack bra mycket vår oss er också men eller när finns något söker detta skulle grattis så här vill',
  no: 'og er å det en et som på med for ikke vi jeg dere du hva hvordan kan har til av om den fra takk bra mye vår oss også men eller når finnes noe ser dette gjerne gratulerer noen etter hvor hvis ønsker',
  da: 'og er at det en et som på med for ikke vi jeg i du hvad hvordan kan har til af om den fra tak godt meget vores os også men eller når findes noget dette gerne tillykke nogen efter hvor hvis jer ønsker hvornår',
  fi: 'ja on ei että se tämä me te mitä miten kuinka voi onko meillä teillä kiitos hyvä myös mutta tai kun jos oli ovat olisi kanssa vain niin paljonko hieno onnea meidän teidän joku etsimme',
  pl: 'i w na z do jest są nie się to że o po czy jak co ile dla mamy proszę dziękuję dzień dobry przez od ale lub tylko bardzo dobrze świetny gratulacje możecie ktoś nasz nasza szukamy tego tym już są jeśli u nas',
  cs: 'a v na z do je jsou není se to že o po jak co kolik pro máme prosím děkuji dobrý den od ale nebo jen velmi dobře gratuluji můžete někdo náš naše hledáme tohle už jestli u nás by být',
  sk: 'a v na z do je sú nie sa to že o po ako čo koľko pre máme prosím ďakujem dobrý deň od ale alebo len veľmi dobre gratulujem môžete niekto náš naše hľadáme toto už či u nás by byť',
  hu: 'a az és egy nem van hogy ez is mi én meg de ha mint csak már volt lenne mennyi hogyan köszönöm nagyon jó gratulálok tudna nekünk valaki kérnék ezt ki vagy keresünk',
  ro: 'și este sunt nu cu la de pe un o în că ce cum cât pentru mai mulțumesc foarte bun felicitări aveți avem noi voi sau dar din se vă ne căutăm cineva acest această',
  tr: 've bir bu için ile çok ne kadar mi mı mu nasıl var yok da de biz siz ama veya gibi daha teşekkürler tebrikler güzel misiniz acaba olarak bizim sizin arıyoruz olan ya merhaba',
  hi: 'hai kya ka ki ke mein nahi nahin bhi koi aap hum mujhe chahiye kitna kitne hain aur ko se kaise humein hamein bahut accha raha rahe karna sakte iska yeh ye',
  id: 'dan yang di untuk dengan ini itu tidak ada kami kita saya apa berapa bagaimana bisa terima kasih dari ke juga atau sudah belum mohon kak pak bu harga selamat sangat bagus kalau mau boleh',
  vi: 'và là của cho với này không có chúng tôi bạn gì bao nhiêu thế nào được cảm ơn rất từ cũng hoặc đã chưa giá xin',
  hr: 'i u na je su nije se da što kako koliko za imamo hvala molim od ali ili samo vrlo dobro čestitke možete netko naš naše tražimo ovo već bi biti tko',
  sr: 'i u na je su nije se da šta kako koliko za imamo hvala molim od ali ili samo veoma dobro čestitam možete neko naš naše tražimo ovo već bi biti ко шта како колико за и у на је хвала нама али или веома',
  sl: 'in v na je so ni se da kaj kako koliko za imamo hvala prosim od ali samo zelo dobro čestitke lahko nekdo naš naše iščemo to že bi biti kdo pri nas',
  lt: 'ir yra ne su į iš kad kas kaip kiek ar turime ačiū prašau bet labai gerai sveikiname galite mūsų ieškome tai jau būtų kažkas',
  lv: 'un ir nav ar uz no ka kas kā cik vai mums paldies lūdzu bet ļoti labi apsveicu varat mūsu meklējam tas jau būtu kāds par',
  et: 'ja on ei et see kuidas palju kas meil teil aitäh palun aga väga hea palju õnne saate meie otsime juba oleks keegi ka või',
  ca: 'el la els les un una i és són que de en per amb no es ens molt més però com què quant gràcies bon aquest aquesta al del som hi ha tenim nosaltres sense felicitats busquem',
  uk: 'і та в у на з до є не що як скільки для ми ви дякую це але або тільки дуже добре вітаю можете хтось наш наша шукаємо вже б про нам цікаво',
  ru: 'и в на с до есть не что как сколько для мы вы спасибо это но или только очень хорошо поздравляю можете кто-то наш наша ищем уже бы про нам интересно',
  bg: 'и в на с до е са не че какво как колко за ние вие благодаря това но или само много добре поздравления можете някой нашият търсим вече би се към имате ли',
};

interface Shares {
  readonly languages: readonly string[];
  readonly share: number;
}

const languagesByWord = lazily((): readonly [ReadonlyMap<string, Shares>] => {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(smallWords)) {
    for (const word of new Set(words.split(' '))) found.set(word, [...(found.get(word) ?? []), language]);
  }
  const shares = [...found].map(([word, languages]) => [word, { languages, share: 1 / languages.length }] as const);
  return [new Map(shares)];
});

const links = /(?:https?:\/\/|www\.)\S+|[@#]\S+/giu;
const anyLetter = /\p{L}/gu;

/**
 * The language of a comment, as ISO 639-1.
 * @param text as written, or its beginning. @returns null where it is not sure.
 */
export function languageOf(text: string | null): string | null {
  if (text === null) return null;
  const cut = text.slice(0, longest).replace(links, ' ').normalize('NFC');
  const all = cut.match(anyLetter)?.length ?? 0;
  if (all < 2) return null;
  return languageOfScript(cut, all) ?? languageOfWords(cut);
}

/** Most of the letters are of one script that tells. Japanese mixes its own with Chinese. */
function languageOfScript(text: string, all: number): string | null {
  const [kana, ...others] = scripts.map(([script, language]) => ({
    language,
    count: text.match(script)?.length ?? 0,
  }));
  const han = others.find(({ language }) => language === 'zh')?.count ?? 0;
  if (kana && kana.count * 10 >= all && (kana.count + han) * 2 >= all) return kana.language;
  const most = others.find(({ count }) => count * 2 > all);
  if (most?.language !== 'ar') return most?.language ?? null;
  return letters.find(([letter, [only]]) => (only === 'fa' || only === 'ur') && letter.test(text))?.[1][0] ?? 'ar';
}

function languageOfWords(text: string): string | null {
  const [best, second] = votesOf(text);
  if (best === undefined || best[1] < enough) return null;
  return second === undefined || best[1] >= clearly * second[1] || best[1] - second[1] >= 2 ? best[0] : null;
}

/** Votes by a word that some language has at least: a tenth of all comments of a known language has fewer, of an unknown one nearly all. */
const votesByWord = 0.08;

/**
 * Whether a comment is in some language that the lists and the model know, even if near ones (Danish and Norwegian) cannot be told
 * apart.
 * @param text as written, or its beginning.
 */
export function isKnownLanguage(text: string): boolean {
  const cut = text.slice(0, longest).replace(links, ' ').normalize('NFC');
  if (languageOfScript(cut, cut.match(anyLetter)?.length ?? 0) !== null) return true;
  const [best] = votesOf(cut);
  return best !== undefined && best[1] >= Math.max(enough, votesByWord * cut.trim().split(/\s+/).length);
}

/** Votes for each language by its letters and small words, the most first. */
function votesOf(text: string): [language: string, votes: number][] {
  const votes = new Map<string, number>();
  const vote = (languages: readonly string[], share: number) => {
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + share);
  };
  for (const [letter, languages] of letters) if (letter.test(text)) vote(languages, 1);
  const [byWord] = languagesByWord();
  for (const word of text.toLowerCase().split(/[^\p{L}\p{M}]+/u)) {
    const found = byWord.get(word);
    // A word of one language is surer than one of five.
    if (found) vote(found.languages, 0.3 + 0.7 * found.share);
  }
  return [...votes].sort(([, a], [, b]) => b - a);
}
