/** The story that the example exports tell: said by people, each in their own words, in careers that make sense. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openExport } from '../../src/ingest/import/open';
import type { EngagementRecord, IntakeRecord } from '../../src/ingest/import/records';
import { classifyComment, languageOf } from '../../packages/reader/src';
import { network } from '../support/network';

const folder = join(__dirname, '../../examples/exports');
const workspaces = ['brightmoor', 'kelvarra', 'tornavia'] as const;

async function recordsOf(workspace: string): Promise<IntakeRecord[]> {
  const records: IntakeRecord[] = [];
  for (const file of readdirSync(join(folder, workspace)).sort()) {
    if (/^(?:icp|watchlist)|rejects$/.test(file)) continue;
    const opened = await openExport(join(folder, workspace, file), { network, now: Date.UTC(2026, 10, 16) });
    for await (const batch of opened.records) records.push(...batch);
  }
  return records;
}

const isComment = (record: IntakeRecord): record is EngagementRecord =>
  record.kind === 'engagement' && record.type === 'COMMENT';
const who = ({ actor }: EngagementRecord) => actor.slug ?? actor.memberId ?? '';

let records: IntakeRecord[];
let comments: readonly { readonly text: string; readonly by: string; readonly post: string }[];
beforeAll(async () => {
  records = (await Promise.all(workspaces.map(recordsOf))).flat();
  comments = records
    .filter(isComment)
    .flatMap((one) => (one.commentText === null ? [] : [{ text: one.commentText, by: who(one), post: one.post.urn }]));
});

test('at least 400 comments, and no two people write the same', () => {
  const writers = new Map<string, Set<string>>();
  for (const { text, by } of comments) writers.set(text, (writers.get(text) ?? new Set()).add(by));
  expect(writers.size).toBeGreaterThanOrEqual(400);
  expect([...writers].filter(([, people]) => people.size > 1)).toEqual([]);
});

test('in at least eight languages', () => {
  const counts = new Map<string, number>();
  for (const { text } of comments) {
    const language = languageOf(text);
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const spoken = [...counts].filter(([, count]) => count >= 4).map(([language]) => language);
  expect(spoken.length).toBeGreaterThanOrEqual(8);
});

test('everything that people say is said', () => {
  const said = new Set(comments.map(({ text }) => classifyComment(text)));
  for (const kind of ['request', 'price', 'leaving', 'question', 'objection', 'refusal', 'plain', 'congratulation'])
    expect([...said]).toContain(kind);
  for (const kind of ['self_promotion', 'job_hunting', 'tag']) expect([...said]).toContain(kind);
});

/** What is left of a headline without names of companies. */
const shapeOf = (headline: string, companies: readonly string[]) =>
  companies.reduce((text, name) => text.replaceAll(name, '{company}'), headline).toLowerCase();

test('hundreds of headlines, none a pattern that is filled in', () => {
  const headlines = new Map<string, string>();
  const companies = new Set<string>();
  for (const record of records) {
    if (record.kind === 'person' && record.companyName !== null) companies.add(record.companyName);
    if (record.kind !== 'engagement' || record.actor.isCompany || record.isPostAuthor) continue;
    if (record.actor.headline !== null && record.actor.name !== null)
      headlines.set(record.actor.name, record.actor.headline);
  }
  expect(headlines.size).toBeGreaterThanOrEqual(300);
  const longestFirst = [...companies].sort((a, b) => b.length - a.length);
  const shapes = new Map<string, string[]>();
  for (const [name, headline] of headlines) {
    const shape = shapeOf(headline, longestFirst);
    shapes.set(shape, [...(shapes.get(shape) ?? []), name]);
  }
  expect([...shapes].filter(([, people]) => people.length > 1)).toEqual([]);
});

const small = /^(?:1|2-10|11-50)$/;
const large = /^(?:501-1000|1001-5000|5001-10000|10001\+)$/;

test('titles fit the size of the company', () => {
  const careers = records.flatMap((record) =>
    record.kind === 'person' && record.title !== null && record.companySize !== null
      ? [`${record.title}, ${record.companySize}`]
      : [],
  );
  expect(careers.length).toBeGreaterThan(100);
  const sizeOf = (career: string) => career.slice(career.lastIndexOf(', ') + 2);
  const founders = careers.filter((career) => /found|owner|inhaber|propietari|fundador|oprichter/i.test(career));
  expect(founders.length).toBeGreaterThan(0);
  expect(founders.filter((career) => large.test(sizeOf(career)))).toEqual([]);
  const vice = careers.filter((career) => /\b[se]?vp\b|vice president/i.test(career));
  expect(vice.length).toBeGreaterThan(3);
  expect(vice.filter((career) => small.test(sizeOf(career)))).toEqual([]);
});
