/** When two company names mean the same company, and what an account is called in its id. */
import { fold } from '../text/fold';

/** Endings that say what a company legally is, not who it is. */
const legalForms = new Set(
  (
    'inc incorporated llc llp lp ltd limited plc corp corporation co company gmbh ag kg kgaa ohg ug se eg ev mbh sa sas ' +
    'sarl srl spa sl slu bv nv vof ab as asa aps oy oyj kft zrt doo sro pty pte pvt sdn bhd kk'
  ).split(' '),
);

/**
 * The key under which a company's names meet: folded, punctuation and legal form dropped.
 * `companyKey('Müller & Söhne GmbH & Co. KG') === 'muller sohne'`.
 */
export function companyKey(name: string): string {
  const folded = fold(name).replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '');
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  let end = words.length;
  while (end > 1 && legalForms.has(words[end - 1] ?? '')) end -= 1;
  return words.slice(0, end).join(' ');
}

/** A readable id for an account: lower-case ASCII letters, digits and hyphens, at most 48 characters; empty when none fit. */
export function accountSlug(name: string): string {
  return companyKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
}
