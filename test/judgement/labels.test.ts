/** The shape of the labelled sets. What the rules make of them is measured elsewhere. */
import {
  accepts,
  accountPairs,
  cases,
  comments,
  firstClasses,
  commentedBatches,
  commentedHalves,
  furtherBatches,
  eighthHalves,
  tenthHalves,
  furtherHalves,
  halves,
  halvesOf,
  headlines,
  headlinesOf,
  isLater,
  icpFiles,
  icps,
  independentHalves,
  strangersSets,
  type FurtherBatch,
  type Half,
} from './support/load';

/** Rows of each half of a further batch, at least. */
const leastOf: Readonly<Record<FurtherBatch, number>> = { third: 250, fourth: 249, fifth: 245 };
const languages = 'ar cs da de el en es fi fr he hi hu it ja ko nl no pl pt ro ru sv tr uk zh'.split(' ');

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Every row once, over both halves. */
function allOnce<Row>(read: (half: Half) => Row[], key: (row: Row) => string) {
  const keys = halves.flatMap((half) => read(half).map(key));
  expect([...counted(keys)].filter(([, count]) => count > 1)).toEqual([]);
  return keys.length;
}

function halvesAlike<Row>(read: (half: Half) => Row[], group: (row: Row) => string, least: number) {
  const [tuning, untouched] = [counted(read('tuning').map(group)), counted(read('untouched').map(group))];
  expect([...tuning.keys()].sort()).toEqual([...untouched.keys()].sort());
  for (const [name, count] of tuning) {
    const other = untouched.get(name) ?? 0;
    expect({ name, enough: count + other >= least, even: Math.abs(count - other) <= 1 }).toEqual({
      name,
      enough: true,
      even: true,
    });
  }
  return [...tuning.keys()].sort();
}

describe('labelled sets', () => {
  it('headlines: at least 520 over 25 languages, half and half in each', () => {
    expect(allOnce(headlines, (row) => `${row.language} ${row.headline}`)).toBeGreaterThanOrEqual(520);
    expect(halvesAlike(headlines, (row) => row.language, 20)).toEqual(languages);
  });

  it('headlines: what is labelled can be read in the headline', () => {
    const rows = halves.flatMap((half) => headlines(half));
    const absent = rows.filter(({ headline, title, company }) =>
      [title, company].some((answers) => !answers.some((answer) => answer === null || headline.includes(answer))),
    );
    // Only the number: a row of the untouched half is not for reading.
    expect(absent.length).toBe(0);
  });

  it('cases: at least 300 over the profiles, half and half in each', () => {
    expect(allOnce(cases, (row) => row.id)).toBeGreaterThanOrEqual(300);
    expect(halvesAlike(cases, (row) => row.icp, 20)).toEqual([...icps().keys()].sort());
  });

  it('cases: no two with the same person and engagements', () => {
    allOnce(cases, (row) => JSON.stringify([row.icp, row.person, row.engagements]));
  });

  it('comments: at least 260 over 25 languages, each class half and half', () => {
    expect(allOnce(comments, (row) => `${row.language} ${row.text}`)).toBeGreaterThanOrEqual(260);
    expect(halvesAlike(comments, (row) => row.class[0] ?? '', 20)).toEqual([...firstClasses].sort());
    const rows = halves.flatMap((half) => comments(half).map((row) => row.language));
    expect([...counted(rows).keys()].sort()).toEqual(languages);
  });

  it('accounts: at least 120 pairs of both answers', () => {
    expect(allOnce(accountPairs, (row) => [row.a, row.b].sort().join('\t'))).toBeGreaterThanOrEqual(120);
    expect(halvesAlike(accountPairs, (row) => row.same[0] ?? '', 40)).toEqual(['no', 'yes']);
  });

  it('independent batch: at least 360 headlines, 130 cases, 160 comments, and each row once', () => {
    const counts = {
      headlines: independentHalves.flatMap((name) => headlines(name).map((row) => `${row.language} ${row.headline}`)),
      cases: independentHalves.flatMap((name) =>
        cases(name).map((row) => JSON.stringify([row.icp, row.person, row.engagements])),
      ),
      comments: independentHalves.flatMap((name) => comments(name).map((row) => `${row.language} ${row.text}`)),
    };
    for (const rows of Object.values(counts)) expect(new Set(rows).size).toBe(rows.length);
    expect(counts.headlines.length).toBeGreaterThanOrEqual(360);
    expect(counts.cases.length).toBeGreaterThanOrEqual(130);
    expect(counts.comments.length).toBeGreaterThanOrEqual(160);
    const named = independentHalves.flatMap((name) => cases(name).map((row) => row.icp));
    expect([...new Set(named)].sort()).toEqual([...icps('icps.independent.yaml').keys()].sort());
  });

  it('independent batch: what is labelled can be read in the headline, in every language of the sets', () => {
    const rows = independentHalves.flatMap((name) => headlines(name));
    const absent = rows.filter(({ headline, title, company }) =>
      [title, company].some((answers) => !answers.some((answer) => answer === null || headline.includes(answer))),
    );
    // Only the number: a row of the sealed half is not for reading.
    expect(absent.length).toBe(0);
    for (const name of independentHalves)
      expect([...new Set(headlines(name).map((row) => row.language))].sort()).toEqual(languages);
  });

  it.each(furtherBatches)(
    '%s batch: each row once, read from the headline, in the same languages in both halves',
    (batch) => {
      const names = halvesOf(batch);
      const languagesOf = names.map((name) => [...new Set(headlines(name).map((row) => row.language))].sort());
      expect(languagesOf[0]).toEqual(languagesOf[1]);
      if (batch === 'third') expect(languagesOf[0]).toEqual(languages);
      for (const name of names) {
        const rows = headlines(name);
        expect(rows.length).toBeGreaterThanOrEqual(leastOf[batch]);
        const absent = rows.filter(({ headline, title, company }) =>
          [title, company].some((answers) => !answers.some((answer) => answer === null || headline.includes(answer))),
        );
        // Only the number: a row of the sealed half is not for reading.
        expect(absent.length).toBe(0);
      }
      const everywhere = counted(
        [...halves, ...independentHalves, ...furtherHalves].flatMap((name) =>
          headlines(name).map((row) => row.headline),
        ),
      );
      const texts = names.flatMap((name) => headlines(name).map((row) => row.headline));
      expect(texts.filter((text) => everywhere.get(text) !== 1).length).toBe(0);
    },
  );

  it.each(commentedBatches)('%s batch: comments of every class in every language of the sets, each once', (batch) => {
    const texts = halvesOf(batch).flatMap((name) => comments(name).map((row) => row.text));
    const everywhere = counted(
      [...halves, ...independentHalves, ...commentedHalves]
        .filter((name) => !strangersSets.some((one) => one === name))
        .flatMap((name) => comments(name).map((row) => row.text)),
    );
    expect(texts.filter((text) => everywhere.get(text) !== 1).length).toBe(0);
    for (const name of halvesOf(batch)) {
      const rows = comments(name);
      expect(rows.length).toBeGreaterThanOrEqual(60);
      expect([...new Set(rows.map((row) => row.language))].sort()).toEqual(languages);
      expect([...new Set(rows.map((row) => row.class[0]))].sort()).toEqual([...firstClasses].sort());
    }
  });

  it('fourth batch: 120 cases over profiles of its own, each once', () => {
    const names = halvesOf('fourth');
    const rows = names.flatMap((name) => cases(name));
    expect(rows.length).toBe(120);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(new Set(rows.map((row) => JSON.stringify([row.icp, row.person, row.engagements]))).size).toBe(rows.length);
    const profiles = [...icps('icps.fourth.yaml').keys()].sort();
    for (const name of names) expect([...new Set(cases(name).map((row) => row.icp))].sort()).toEqual(profiles);
    const all = icpFiles.flatMap((file) => [...icps(file).keys()]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('eighth batch: 80 cases and 126 comments, each once', () => {
    const rows = eighthHalves.flatMap((name) => cases(name));
    expect(rows.length).toBe(80);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    const profiles = [...icps('icps.eighth.yaml').keys()].sort();
    for (const name of eighthHalves) expect([...new Set(cases(name).map((row) => row.icp))].sort()).toEqual(profiles);
    const said = eighthHalves.flatMap((name) => comments(name));
    expect(new Set(said.map(({ text }) => text)).size).toBe(126);
  });

  it('tenth batch: 80 cases, 300 headlines and 151 comments, each once', () => {
    const rows = tenthHalves.flatMap((name) => cases(name));
    expect(new Set(rows.map((row) => row.id)).size).toBe(80);
    const profiles = [...icps('icps.tenth.yaml').keys()].sort();
    for (const name of tenthHalves) expect([...new Set(cases(name).map((row) => row.icp))].sort()).toEqual(profiles);
    const texts = tenthHalves.flatMap((name) => comments(name).map(({ text }) => text));
    expect(new Set(texts).size).toBe(151);
    const written = tenthHalves.flatMap((name) => headlinesOf(name));
    expect(new Set(written.map(({ headline }) => headline)).size).toBe(300);
    // Only the number: a row of the sealed half is not for reading.
    const absent = written.filter(({ headline, title, company }) =>
      [title, company].some(
        (answers) =>
          !answers.some((answer) => answer === null || headline.toLowerCase().includes(answer.toLowerCase())),
      ),
    );
    expect(absent.length).toBe(0);
  });

  it.each([
    ['eleventh.visible', 'icps.eleventh.yaml', { cases: 100, headlines: 350, comments: 255 }],
    ['twelfth.sealed', 'icps.twelfth.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['thirteenth.sealed', 'icps.thirteenth.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['fourteenth.sealed', 'icps.fourteenth.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['fifteenth.sealed', 'icps.fifteenth.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['sixteenth.sealed', 'icps.sixteenth.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['seventeenth.sealed', 'icps.seventeenth.yaml', { cases: 80, headlines: 0, comments: 150 }],
    ['eighteenth.sealed', 'icps.eighteenth.yaml', { cases: 80, headlines: 312, comments: 165 }],
    ['nineteenth.sealed', 'icps.nineteenth.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['twentieth.sealed', 'icps.twentieth.yaml', { cases: 80, headlines: 0, comments: 150 }],
    ['twenty-first.sealed', 'icps.twenty-first.yaml', { cases: 80, headlines: 300, comments: 150 }],
    ['twenty-second.sealed', 'icps.twenty-second.yaml', { cases: 80, headlines: 0, comments: 150 }],
  ] as const)('%s: cases over profiles of its own, headlines and comments, each once', (name, file, least) => {
    const rows = cases(name);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(least.cases);
    expect([...new Set(rows.map((row) => row.icp))].sort()).toEqual([...icps(file).keys()].sort());
    const texts = comments(name).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThanOrEqual(least.comments);
    const written = isLater(name) ? headlinesOf(name) : [];
    expect(new Set(written.map(({ headline }) => headline)).size).toBe(written.length);
    expect(written.length).toBeGreaterThanOrEqual(least.headlines);
    // Only the number: of a sealed set no row is for reading.
    const absent = written.filter(({ headline, title, company }) =>
      [title, company].some(
        (answers) =>
          !answers.some((answer) => answer === null || headline.toLowerCase().includes(answer.toLowerCase())),
      ),
    );
    expect(absent.length).toBe(0);
  });

  it('an answer is accepted whatever its case and punctuation, and null only where null is', () => {
    expect(accepts(['VP Sales', null], 'vp, sales')).toBe(true);
    expect(accepts(['VP Sales', null], null)).toBe(true);
    expect(accepts(['VP Sales'], null)).toBe(false);
    expect(accepts([null], 'VP Sales')).toBe(false);
    expect(accepts(['VP Sales'], 'VP Sale')).toBe(false);
  });
});
