/** Industries by the network's own labels, whatever an export calls them. */
import { fold } from '../text/fold';
import { industryRows, sectors, sectorSynonyms } from './industry-labels';

export { sectors } from './industry-labels';

/** All canonical labels: sectors and the industries below them. */
export const industryLabels: readonly string[] = [...new Set([...sectors, ...industryRows.map(([label]) => label)])];

/** Spelling does not count: case, accents, `&` for `and`, punctuation. */
export function labelForm(text: string): string {
  return fold(text)
    .replace(/&|\+/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const canonical = new Map<string, string>();
/** Every name of an industry, in the form of `labelForm`, with the network's label for it. */
export const industryNames: ReadonlyMap<string, string> = canonical;
const sectorOfLabel = new Map<string, string>();
for (const label of industryLabels) canonical.set(labelForm(label), label);
for (const [label, sector, synonyms] of industryRows) {
  sectorOfLabel.set(label, sector);
  for (const synonym of synonyms.split(' | '))
    if (synonym !== '' && !canonical.has(labelForm(synonym))) canonical.set(labelForm(synonym), label);
}
for (const [sector, synonyms] of Object.entries(sectorSynonyms)) {
  for (const synonym of synonyms.split(' | '))
    if (synonym !== '' && !canonical.has(labelForm(synonym))) canonical.set(labelForm(synonym), sector);
}

/**
 * The network's label for an industry: `computer software` is `Software Development`. A label we do not know is kept as
 * given, trimmed and single-spaced; nothing is null.
 */
export function canonicalIndustry(text: string | null | undefined): string | null {
  const given = (text ?? '').replace(/\s+/g, ' ').trim();
  return given === '' ? null : (canonical.get(labelForm(given)) ?? given);
}

/** Whether a label is one of the network's (after `canonicalIndustry`). */
export function isKnownIndustry(label: string): boolean {
  return canonical.get(labelForm(label)) === label;
}

/**
 * The sector above an industry: `Banking` is in `Financial Services`; null for sectors. A label we do not know is in the sector it
 * ends with: `Primary Metal Manufacturing`.
 */
export function sectorOf(label: string): string | null {
  const listed = sectorOfLabel.get(label);
  if (listed !== undefined) return listed;
  const key = label.toLowerCase();
  return sectors.find((sector) => key.endsWith(` ${sector.toLowerCase()}`)) ?? null;
}

/** A key by which two spellings of the same industry are equal, known or not. */
export function industryKey(text: string): string {
  const key = labelForm(text);
  const label = canonical.get(key);
  return label === undefined ? key : labelForm(label);
}
