/** What the partners of a firm do where their title does not say: partners of "Crowhurst Bell Solicitors" are lawyers. */
import { fold } from '../text/fold';
import type { JobFunction } from '../title/function-words';

/** Words in the names of firms, tried on folded text, the first that stands in a name. */
const firms: readonly (readonly [JobFunction, RegExp])[] = [
  [
    'finance',
    /(?<!\p{L})(?:accountants?|accountancy|accounting|audit(?:ors|ores|oria)?|tax|capital|(?:private|growth) equity|deloitte|kpmg|pwc|bdo|grant thornton|mazars|ventures?|steuerberat\p{L}*|steuerkanzlei|wirtschaftspruf\p{L}*|(?:experts?|expertise)[ -]comptables?|commercialisti|revisor\p{L}*|revisjon\p{L}*|revision(?:sbyra|sfirma|shuset)?|redovisning\p{L}*|regnska[bp]\p{L}*|tilintarkast\p{L}*|tilitoimisto|audyt\p{L}*|podatki|podatkow\p{L}*|rachunkow\p{L}*|bieg\p{L}+ rewiden\p{L}*|danov\p{L}*|ucetni|uctovn\p{L}*|konyvvizsgal\p{L}*|konyvel\p{L}*|contabil\p{L}*|contadores|consultanta fiscala|mali musavir\p{L}*|muhasebe|λογιστ\p{L}*|ορκωτ\p{L}*)(?!\p{L})|税理士|会計事務所|会计师|會計師|회계법인|세무법인|налогов|аудит|бухгалтер|تدقيق|محاسب|רואי חשבון/u,
  ],
  [
    'legal',
    /(?<!\p{L})(?:law|solicitors|barristers|lawyers|attorneys|advocates|legal|llp law|(?:rechts|patent)?anwalte?|rechtsanwaltskanzlei|avocats?|notaires?|abogados|bufete|juridic[oa]s?|advogados|advocacia|studio legale|avvocati|advocaten(?:kantoor)?|notar\p{L}*|advokat\p{L}*|advokaad\p{L}*|adwoka\p{L}*|asianajo\p{L}*|laki(?:asiain)?toimisto|jurist(?:byra\p{L}*|firma\p{L}*)|(?<!realitn\p{L}+ |maklersk\p{L}+ )kancelari\p{L}*(?! (?:brokersk|finans|ubezpiecz|doradc|doradz|biegl|rewid|odszkod|windykac|nieruchom))|ak|avocati|asociatii|ugyvedi\p{L}*|hukuk|avukat\p{L}*|odvetni\p{L}*|odvjetni\p{L}*|δικηγορ\p{L}*|συμβολαιογραφ\p{L}*|kozjegyzo\p{L}*|van phong luat|cong ty luat|(?:kantor|firma) hukum)(?!\p{L})|адвокат|юридич|нотар[иі]|法律事務所|弁護士法人|特許事務所|司法書士|法律事务所|律师|律師|법무법인|법률사무소|محام|للمحاماه|للمحاماة|עורכי דין|นักกฎหมาย|ทนายความ|สำนักงานกฎหมาย/u,
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
