/** Literal rows with the field names that exporters write, and how they are read; for the tests of the formats. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openExport,
  type EngagementRecord,
  type ExportOptions,
  type IntakeRecord,
  type PersonRecord,
} from '../../../src/ingest/import';

const folder = mkdtempSync(join(tmpdir(), 'formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const now = Date.parse('2026-11-15T12:00:00Z');
export const observedAt = Date.parse('2026-11-14T12:00:00Z');
export const day = 24 * 60 * 60 * 1000;
export const member = 'ACoAAB3xExampleMember01234567890abcdefg';
export const activity = '7402746946853253120';
export const ugc = '7402746945318146049';
export const postUrl = `https://www.linkedin.com/posts/ines-haddad_why-we-moved-activity-${activity}-AbCd`;

/** Reads a text as an export file; the format is told by content. */
export async function read(
  text: string,
  options: Partial<ExportOptions> = {},
): Promise<{ format: string; records: IntakeRecord[] }> {
  const path = join(folder, 'export');
  writeFileSync(path, text);
  const opened = await openExport(path, {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now,
    observedAt,
    ...options,
  });
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return { format: opened.format, records };
}

export const readItems = (items: readonly unknown[], options?: Partial<ExportOptions>) =>
  read(JSON.stringify(items), options);
export const readRows = (rows: readonly string[], options?: Partial<ExportOptions>) => read(rows.join('\n'), options);

export const post = {
  urn: `urn:li:activity:${activity}`,
  kind: 'activity',
  id: activity,
  url: `https://www.linkedin.com/feed/update/urn:li:activity:${activity}/`,
} as const;

export const byMember = { memberId: member, slug: null, profileUrl: `https://www.linkedin.com/in/${member}/` };
export const bySlug = { memberId: null, slug: 'ines-haddad', profileUrl: 'https://www.linkedin.com/in/ines-haddad/' };

export function engagement(
  actor: Partial<EngagementRecord['actor']>,
  facts: Partial<Omit<EngagementRecord, 'actor'>> = {},
): EngagementRecord {
  const person = {
    memberId: null,
    slug: null,
    profileUrl: null,
    name: 'Inès Haddad',
    headline: 'VP Sales at Bluefern',
    isCompany: false,
    followers: null,
  };
  return {
    kind: 'engagement',
    at: 1,
    post,
    actor: { ...person, ...actor },
    type: 'LIKE',
    reaction: null,
    commentText: null,
    commentId: null,
    occurredAt: null,
    observedAt,
    isPostAuthor: false,
    ...facts,
  };
}

export const company = {
  memberId: null,
  slug: 'bluefern-example',
  profileUrl: 'https://www.linkedin.com/company/bluefern-example/',
  isCompany: true,
  name: 'Bluefern',
  headline: null,
};

export function personOf(facts: Partial<PersonRecord>): PersonRecord {
  return {
    kind: 'person',
    at: 1,
    person: { ...bySlug, name: 'Inès Haddad', headline: 'VP Sales at Bluefern', isCompany: false, followers: null },
    title: null,
    seniority: null,
    function: null,
    companyName: null,
    companySlug: null,
    companyDomain: null,
    companySize: null,
    industry: null,
    location: null,
    country: null,
    region: null,
    email: null,
    emailStatus: null,
    observedAt,
    ...facts,
  };
}
