/** Titles that stand behind the company they belong to: "Güven Kırtasiye sahibi", "A Tulipán virágbolt tulajdonosa". */
import { isJobText, isPlace, isProperName, plainCompany } from './headline-company';
import { isTopic, namesOrganisation, type Line } from './headline-words';
import { roleOf } from './role';

/** Words whose ending says that they belong to what stands in front: Turkish and Hungarian. */
const owned =
  /^(?:sahibi|sahibesi|kurucusu|kurucu|ortağı|ceo'su|ceo’su|müdürü|müdiresi|başkanı|tulajdonosa|társtulajdonosa|ügyvezetője|alapítója|igazgatója|vezérigazgatója|vezetője|elnöke)$/iu;

/** The title and the company in front of it; null where the words in front are no name. */
export function behindItsCompany({ words }: Line): { text: string; company: string } | null {
  if (words.length < 2 || words.length > 9 || !owned.test(words[words.length - 1] ?? '')) return null;
  const start = /^(?:a|az)$/i.test(words[0] ?? '') ? 1 : 0;
  let end = words.length - 1;
  while (end > start && isOfTitle(words[end - 1] ?? '')) end -= 1;
  const name = words.slice(start, end).join(' ');
  const text = words.slice(end).join(' ');
  if (!/^\p{Lu}/u.test(name) || /[,:]/.test(name) || !roleOf(text).namesRank) return null;
  if (isJobText(name) || isPlace(name) || isTopic(name) || roleOf(name).namesRank || !isProperName(name)) return null;
  // "Satış müdürü", "Şube müdürü": what they run is no company.
  const owns = roleOf(text).seniority === 'owner';
  if (!owns && !namesOrganisation(name) && (!name.includes(' ') || roleOf(name).function !== null)) return null;
  const company = plainCompany(name);
  return company === null ? null : { text, company };
}

function isOfTitle(word: string): boolean {
  const role = roleOf(word);
  return (
    /^(?:ve|és|&|genel|yönetim|kurulu)$/iu.test(word) || (role.wholly && (role.namesRank || role.function !== null))
  );
}
