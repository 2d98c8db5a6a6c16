// Writes packages/reader/vocabulary/brands/names.tsv: names of well-known companies and bodies, from the npm package name-suggestion-index.
//   npm pack name-suggestion-index && tar xzf name-suggestion-index-*.tgz
//   node scripts/brand-names.mjs package/dist/json/nsi.min.json
// What is kept, and why, is in packages/reader/vocabulary/README.md.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support.mjs';

const inRoot = (...names) => join(root, ...names);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: node scripts/brand-names.mjs path/to/nsi.min.json');

const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
const lists = readdirSync(inRoot('packages/reader/vocabulary')).filter((name) => name.endsWith('.tsv'));
const words = lists.flatMap((name) => rowsOf(inRoot('packages/reader/vocabulary', name)));
const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const ordinary = new Set(
  readdirSync(inRoot('packages/reader/vocabulary', 'ordinary')).flatMap((name) =>
    rowsOf(inRoot('packages/reader/vocabulary', 'ordinary', name)).map(([word]) => word),
  ),
);
const phrases = (...kinds) =>
  new Set(words.filter(([kind]) => kinds.includes(kind)).map(([, , , phrase]) => fold(phrase.replace(/\*$/, ''))));
/** Words by which the rules recognise the name of an organisation. Listing such names gains nothing. */
const organisations = phrases('org', 'form');
const stems = words
  .filter(([kind, , form]) => kind === 'org' && form === 'stem')
  .map(([, , , phrase]) => fold(phrase.replace(/\*$/, '')));
/** Words that people use for their work, their place and their tools. */
const others = phrases('topic', 'place', 'small', 'rank', 'runs', 'function', 'weak', 'join', 'side', 'none', 'helper');

const tools = new Set(rowsOf(inRoot('packages/reader/vocabulary', 'ordinary', 'tools.tsv')).map(([word]) => word));

/** Groups whose names are not employers, or are mostly names of people and places. */
const dropped =
  /^(?:transit|flags)\/|\/(?:political_party|memorial|freemasonry|scout|townhall|school|kindergarten|pitch|park|nature_reserve|protected_area|national_park|marketplace|cemetery|toilets|place_of_worship|prison|courthouse|fire_station|library|community_centre|recycling|bicycle_parking|drinking_water|information|camp_site|wilderness_hut|vending_machine|street_cabinet|pole|tower|transformer|minor_line|catenary_mast|waste_disposal|parking|gambling|bookmaker|brothel|cannabis|tattoo|erotic|atm|money_transfer|post_box|telephone|survey_point)$/;

const names = new Set();
for (const [group, { items }] of Object.entries(JSON.parse(readFileSync(source, 'utf8')).nsi)) {
  if (dropped.test(group)) continue;
  for (const { tags = {}, displayName = '' } of items) {
    for (const name of [
      tags.brand,
      tags.operator,
      tags.brand === undefined ? displayName : undefined,
      tags['operator:short'],
    ]) {
      if (name !== undefined && isName(name.trim())) names.add(name.trim());
    }
  }
}

function isName(name) {
  const parts = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > 4 || name.length > 36 || /[;()/"#]|\d{3}/.test(name)) return false;
  if (!/^[\p{Lu}\p{Lo}\p{N}]/u.test(name) || !/\p{L}{2}/u.test(name)) return false;
  if (parts.some((part) => organisations.has(part) || stems.some((stem) => part.startsWith(stem)))) return false;
  if (
    /(?:county|city|town|parish|municipal|council|district|kommun|gemeinde|stadt|comune|ayuntamiento|mairie|commune)/.test(
      fold(name),
    )
  )
    return false;
  // Tools that people work with are not their employer: "Amazon Web Services".
  if (parts.some((part) => tools.has(part))) return false;
  // "On Air", "Body Attack": people also write slogans from ordinary words only.
  if (parts.length > 1)
    return !others.has(fold(name)) && parts.some((part) => part.length > 2 && !ordinary.has(part) && !others.has(part));
  // A single word is a name if nobody uses it for anything else.
  const [word] = parts;
  return word.length > 2 && !ordinary.has(word) && !others.has(word) && (/\p{Lo}/u.test(name) || word.length > 3);
}

const sorted = [...names].sort((one, other) => (one < other ? -1 : 1));
writeFileSync(join(inRoot('packages/reader/vocabulary', 'brands'), 'names.tsv'), `name\n${sorted.join('\n')}\n`);
process.stdout.write(`${sorted.length} names\n`);
