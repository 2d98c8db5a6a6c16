/** Company size in the nine buckets of the network, from the many ways in which exports write it. */

/** The buckets, smallest first. */
export const companySizes = [
  '1',
  '2-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const;
export type CompanySize = (typeof companySizes)[number];

/** Bounds of each bucket, both inclusive. */
export const companySizeBounds: Readonly<Record<CompanySize, { readonly from: number; readonly to: number }>> = {
  '1': { from: 1, to: 1 },
  '2-10': { from: 2, to: 10 },
  '11-50': { from: 11, to: 50 },
  '51-200': { from: 51, to: 200 },
  '201-500': { from: 201, to: 500 },
  '501-1000': { from: 501, to: 1000 },
  '1001-5000': { from: 1001, to: 5000 },
  '5001-10000': { from: 5001, to: 10000 },
  '10001+': { from: 10001, to: Number.POSITIVE_INFINITY },
};

/** Texts that no rule covers. The dates are what spreadsheets make of `2-10` and `11-50` when a CSV passes through them. */
const spelt: ReadonlyMap<string, CompanySize> = new Map<string, CompanySize>([
  ['self employed', '1'],
  ['self-employed', '1'],
  ['myself only', '1'],
  ['freelance', '1'],
  ['2-oct', '2-10'],
  ['10-feb', '2-10'],
  ['feb-10', '2-10'],
  ['oct-2', '2-10'],
  ['1-oct', '2-10'],
  ['10-jan', '2-10'],
  ['jan-10', '2-10'],
  ['nov-50', '11-50'],
]);

/** The bucket of a head count; null for none, a negative or a broken number. */
export function companySizeOfCount(count: number): CompanySize | null {
  if (!Number.isFinite(count) || count < 1) return null;
  return companySizes.find((size) => Math.floor(count) <= companySizeBounds[size].to) ?? null;
}

/**
 * Reads a company size: a bucket in any spelling (`11–50 employees`, `10,001+`, `1.001-5.000 Mitarbeiter`, `1K-5K`), an older
 * bucket (`1-10`), or a head count. A range that spans two buckets (`100-250`) and an open one below the top (`500+`) say
 * too little and give null.
 */
export function parseCompanySize(value: string | number | null | undefined): CompanySize | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return companySizeOfCount(value);
  if (value.length > 80) return null;
  const text = value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐-―−~]|\s+(?:to|bis|à|a|tot|until)\s+/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  const known = spelt.get(text.replace(/ ?- ?/g, '-'));
  if (known !== undefined) return known;

  // `120.0`: a float of a program.
  const digits = text
    .replace(/^(\d{1,7})\.0$/, '$1')
    .replace(/(\d)[.,'’ ](?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d) ?k\b/g, '$1000');
  const match =
    /^(?:size:? ?)?(\d{1,9})(?: ?- ?(\d{1,9})| ?(\+|plus|or more|and more|und mehr|et plus))?(?: [\p{L} .()]{0,40})?$/u.exec(
      digits,
    );
  if (match === null) return null;
  const from = Number(match[1]);
  if (match[3] !== undefined) return from >= 10_000 ? '10001+' : null;
  if (match[2] === undefined) return companySizeOfCount(from);
  return bucketOfRange(from, Number(match[2]));
}

/** `1000-5000` means the bucket that starts right above 1000; a bound shared with the bucket below belongs above it. */
function bucketOfRange(from: number, to: number): CompanySize | null {
  if (to < from) return null;
  const upper = companySizeOfCount(to);
  return companySizeOfCount(from) === upper || companySizeOfCount(from + 1) === upper ? upper : null;
}

/** The buckets from one bound to the other: `51-5000` is four of them. null when a bound lies inside a bucket. */
export function companySizeSpan(text: string): CompanySize[] | null {
  const match = /^(\d{1,6})(?:-(\d{1,6})|(\+))$/.exec(text.replace(/[,\s]/g, '').replace(/[‐-―−]/g, '-'));
  if (match === null) return null;
  const first = companySizes.findIndex((size) => companySizeBounds[size].from === Number(match[1]));
  const last = match[3]
    ? companySizes.length - 1
    : companySizes.findIndex((size) => companySizeBounds[size].to === Number(match[2]));
  return first < 0 || last < first ? null : companySizes.slice(first, last + 1);
}
