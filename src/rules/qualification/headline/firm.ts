/** What the partners of a firm do where their title does not say: partners of "Crowhurst Bell Solicitors" are lawyers. */
import { fold } from '../../../shared/text/fold';
import type { JobFunction } from '../function-words';

/** Words in the names of firms, tried on folded text, the first that stands in a name. */
const firms: readonly (readonly [JobFunction, RegExp])[] = [
  [
    'finance',
    /(?<!\p{L})(?:accountants?|accountancy|accounting|audit(?:ors|ores|oria)?|tax|capital|(?:private|growth) equity|deloitte|kpmg|pwc|bdo|grant thornton|mazars|ventures?|steuerberat\p{L}*|steuerkanzlei|wirtschaftspruf\p{L}*|(?:experts?|expertise)[ -]comptables?|commercialisti|revisor\p{L}*|revisjon\p{L}*|revision(?:sbyra|sfirma|shuset)?|podatki|consultanta fiscala|mali musavirlik|muhasebe)(?!\p{L})|税理士|会計事務所|会计师|會計師|회계법인|세무법인|налогов|аудит|تدقيق|محاسب|רואי חשבון/u,
  ],
  [
    'legal',
    /(?<!\p{L})(?:law|solicitors|barristers|lawyers|attorneys|advocates|legal|llp law|(?:rechts|patent)?anwalte?|rechtsanwaltskanzlei|avocats?|notaires?|abogados|advogados|studio legale|avvocati|(?:advocaten|notaris)(?:kantoor)?|advokat\p{L}*|asianajo\p{L}*|kancelari\p{L}* (?:prawna|adwokacka|radcow)|advokatni kancelar|ak|avocati|asociatii|ugyvedi\p{L}*|hukuk|avukat\p{L}*|odvetni\p{L}*|odvjetni\p{L}*|δικηγορ\p{L}*)(?!\p{L})|адвокат|юридич|法律事務所|法律事务所|律师|律師|법무법인|법률사무소|محام|للمحاماه|للمحاماة|עורכי דין/u,
  ],
  [
    'engineering',
    /(?<!\p{L})(?:architects|architekten|architectes|arquitectos|arquitetos|architetti|architecten|arkitekter)(?!\p{L})/u,
  ],
];

/** @returns null where no word of the name says it. */
export function workOfPartners(companyName: string): JobFunction | null {
  const name = fold(companyName);
  return firms.find(([, words]) => words.test(name))?.[0] ?? null;
}
