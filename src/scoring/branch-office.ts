/** A branch of a company, as people write their employer: "Nordwerk Niederlassung Köln", "温醸テック 西日本営業所". */

/** Words for a branch with what follows them, which is where it is. */
const branchBehind =
  /[\s,–-](?:branch office|niederlassung|zweigniederlassung|geschäftsstelle|filiale?|succursale|agence|sucursal|delegación|delegação|oddział|pobočka|філія|филиал|филиала|vestiging|avdeling|avdelning|afdeling|sivuliike|şubesi)(?=[\s,]|$).*$/iu;
/** A last word that ends in such a word, where words run together. */
const branchWord = /\s\S*(?:営業所|事業所|支店|支社|出張所|分公司|办事处|辦事處|지점|지사|영업소)$/u;
/** What may stand between the company and its branch. */
const separators: ReadonlySet<string> = new Set([' ', ',', '–', '-']);

/**
 * The company of which a name means a branch.
 * @param companyName as written; 300 characters are looked at.
 * @returns the name without the branch; null where it names none.
 */
export function companyOfBranch(companyName: string): string | null {
  const name = companyName.slice(0, 300).trim();
  let company = name.replace(branchBehind, '').replace(branchWord, '');
  while (separators.has(company.at(-1) ?? '')) company = company.slice(0, -1);
  return company === '' || company === name ? null : company;
}
