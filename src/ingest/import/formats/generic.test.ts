import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openExport } from '../open';
import type { IntakeRecord } from '../records';
import { genericColumns } from './generic';

const folder = mkdtempSync(join(tmpdir(), 'generic-'));
afterAll(() => rmSync(folder, { recursive: true }));
const now = Date.parse('2026-11-15T12:00:00Z');
const columns = Object.keys(genericColumns);

async function read(text: string): Promise<IntakeRecord[]> {
  const path = join(folder, 'rows');
  writeFileSync(path, text);
  const opened = await openExport(path, {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now,
    observedAt: now,
  });
  expect(opened.format).toBe('generic');
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return records;
}

type Row = Readonly<Record<string, string>>;
const csv = (rows: readonly Row[]) =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');
const ndjson = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const post = 'urn:li:activity:7402746946853253120';
const profileUrl = 'https://www.linkedin.com/in/ines';
const rows: readonly Row[] = [
  { kind: 'like', postUrl: post, profileUrl, memberId: 'ACoAAB1', name: 'Inès', reaction: 'love', occurredAt: '2d' },
  {
    kind: 'comment',
    postUrl: post,
    profileUrl,
    name: 'Inès',
    commentText: 'How much?',
    commentId: '12',
    occurredAt: '2026-11-10',
    isPostAuthor: 'true',
  },
  { kind: 'Repost', postUrl: post, profileUrl, commentText: 'Look' },
  {
    kind: 'post',
    postUrl: post,
    postUrns: 'urn:li:share:7 urn:li:ugcPost:8',
    text: 'Hello',
    authorProfileUrl: 'https://www.linkedin.com/company/bluefern',
    authorName: 'Bluefern',
    publishedAt: '2026-11-01',
    likes: '10',
    comments: '2',
    reposts: '1',
  },
  {
    kind: 'person',
    profileUrl,
    title: 'VP Sales',
    companyName: 'Bluefern',
    companyUrl: 'https://www.linkedin.com/company/bluefern',
    companyDomain: 'bluefern.example',
    companySize: '51-200',
    email: 'Ines@bluefern.example',
    emailStatus: 'verified',
    country: 'FR',
    followers: '1.2K',
  },
  { kind: 'person', profileUrl, email: 'ines@gmail.com', emailStatus: 'verified' },
  {
    kind: 'company',
    name: 'Bluefern',
    profileUrl: 'https://www.linkedin.com/company/bluefern',
    companyDomain: 'bluefern.example',
    industry: 'Software Development',
    companySize: '51-200',
  },
  { kind: 'lead', profileUrl, disposition: 'client', ownerEmail: 'Owner@demo.example' },
];

test('every kind, as a table and as lines', async () => {
  const records = await read(csv(rows));
  expect(records).toMatchSnapshot();
  expect((await read(ndjson(rows))).map((record) => ({ ...record, at: record.at + 1 }))).toEqual(records);
});

test.each([
  [{ kind: 'party', profileUrl }, /^kind: must be one of like, comment/],
  [{ kind: '', profileUrl }, /^kind: must be one of/],
  [{ kind: 'like', profileUrl }, /--post/],
  [{ kind: 'like', postUrl: post }, /no profile link/],
  [{ kind: 'like', postUrl: 'https://lnkd.in/x', profileUrl }, /short link/],
  [{ kind: 'post', postUrl: '' }, /names no post/],
  [{ kind: 'post', postUrl: post, postUrns: 'nonsense' }, /neither a URN nor a link/],
  [{ kind: 'lead', profileUrl, disposition: 'maybe' }, /^disposition: must be/],
  [{ kind: 'company' }, /without page, domain or name/],
])('refuses %j', async (row, reason) => {
  expect(await read(csv([row, ...rows.slice(0, 1)]))).toEqual([
    { kind: 'refused', at: 2, reason: expect.stringMatching(reason), raw: expect.any(String) },
    expect.objectContaining({ kind: 'engagement', at: 3 }),
  ]);
});

test('whatever a table holds comes back from it', async () => {
  const text = fc.string({ maxLength: 30 }).map((value) => value.trim());
  // Marks alone, and zero, are no name.
  const named = text.filter((value) => value === '' || !/^(?:[\p{P}\p{Z}]*|0)$/u.test(value));
  const row = fc.record({
    number: fc.bigInt({ min: 1n, max: 2n ** 63n }),
    slug: fc.stringMatching(/^[a-z][a-z0-9-]{3,20}[0-9]$/),
    name: named,
    commentText: text,
    occurredAt: fc.integer({ min: Date.UTC(2010, 0), max: now }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (given) => {
      const written = given.map(({ number, slug, name, commentText, occurredAt }) => ({
        kind: 'comment',
        postUrl: `https://www.linkedin.com/feed/update/urn:li:share:${String(number)}`,
        profileUrl: `https://www.linkedin.com/in/${slug}/`,
        name,
        commentText,
        occurredAt: new Date(occurredAt).toISOString(),
      }));
      const expected = given.map(({ number, slug, name, commentText, occurredAt }) =>
        expect.objectContaining({
          kind: 'engagement',
          post: expect.objectContaining({ urn: `urn:li:share:${String(number)}` }),
          actor: expect.objectContaining({ slug, name: name || null }),
          commentText: commentText || null,
          occurredAt,
        }),
      );
      expect(await read(csv(written))).toEqual(expected);
      expect(await read(ndjson(written))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('a row of engagement may say where somebody works, too', async () => {
  const row = {
    kind: 'Applaus',
    postUrl: 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120',
    profileUrl: 'https://www.linkedin.com/in/ines/',
    name: 'Ines Haddad',
    title: 'Head of Sales',
    companyName: 'Talblick GmbH',
    companySize: '51-200',
  };
  const engaged = expect.objectContaining({ kind: 'engagement', type: 'LIKE' });
  const described = { kind: 'person', title: 'Head of Sales', companyName: 'Talblick GmbH', companySize: '51-200' };
  expect(await read(csv([row]))).toEqual([engaged, expect.objectContaining(described)]);
  const { title: _title, companyName: _company, companySize: _size, ...bare } = row;
  expect(await read(csv([bare]))).toEqual([engaged]);
});
