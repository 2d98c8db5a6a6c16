import fc from 'fast-check';
import { canonicalIndustry, industryKey, industryLabels, isKnownIndustry, sectorOf, sectors } from './industry';
import { industryRows, sectorSynonyms } from './industry-labels';

test.each([
  ['Computer Software', 'Software Development'],
  ['computer software', 'Software Development'],
  ['  Information Technology &  Services ', 'IT Services and IT Consulting'],
  ['Information Technology and Services', 'IT Services and IT Consulting'],
  ['IT Services & IT Consulting', 'IT Services and IT Consulting'],
  ['Maschinenbau', 'Industrial Machinery Manufacturing'],
  ['Hospital & Health Care', 'Hospitals and Health Care'],
  ['Finanzdienstleistungen', 'Financial Services'],
  ['Électronique de fête', 'Électronique de fête'],
  [' Basket weaving ', 'Basket weaving'],
  ['', null],
  ['   ', null],
  [null, null],
] as const)('%j is %j', (given, label) => {
  expect(canonicalIndustry(given)).toBe(label);
});

test('every synonym leads to its own row, and to no second one', () => {
  const seen = new Map<string, string>();
  const rows: (readonly [string, string])[] = [
    ...industryRows.map(([label, , synonyms]) => [label, synonyms] as const),
    ...Object.entries(sectorSynonyms),
  ];
  for (const [label, synonyms] of rows) {
    for (const synonym of synonyms.split(' | ').filter((text) => text !== '')) {
      expect([synonym, canonicalIndustry(synonym)]).toEqual([synonym, label]);
      expect([synonym, seen.get(synonym) ?? label]).toEqual([synonym, label]);
      seen.set(synonym, label);
    }
  }
});

test('every label is its own, and lies in one sector or is one', () => {
  for (const label of industryLabels) {
    expect(canonicalIndustry(label)).toBe(label);
    expect(isKnownIndustry(label)).toBe(true);
    const sector = sectorOf(label);
    expect(sectors.some((name) => name === (sector ?? label))).toBe(true);
  }
  expect(sectorOf('Banking')).toBe('Financial Services');
  expect(sectorOf('Basket weaving')).toBeNull();
});

test('reading a label twice changes nothing, and equal keys mean equal labels', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom(...industryLabels)), (text) => {
      const once = canonicalIndustry(text);
      expect(canonicalIndustry(once)).toBe(once);
      if (once !== null) expect(industryKey(text)).toBe(industryKey(once));
    }),
  );
});

test.each([
  ['Primary Metal Manufacturing', 'Manufacturing'],
  ['motor vehicle parts manufacturing', 'Manufacturing'],
  ['Manufacturing', null],
  ['Basket Weaving', null],
])('%j is in the sector %s', (label, sector) => {
  expect(sectorOf(label)).toBe(sector);
});
