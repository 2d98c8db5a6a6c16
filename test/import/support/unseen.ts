/** Reads a file of a stranger as an import does, and says in a line each what came of its rows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportError, openExport, type IntakeRecord } from '../../../src/ingest/import';

const folder = mkdtempSync(join(tmpdir(), 'unseen-'));
afterAll(() => rmSync(folder, { recursive: true }));

export const network = { namespace: 'li', hosts: ['linkedin.com'] };
export const who = (slug: string) => `https://www.linkedin.com/in/${slug}`;
export const at = 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120/';
export const table = (...rows: readonly string[]) =>
  rows
    .join('\n')
    .replaceAll('POST', at)
    .replace(/~(\w+)/g, who('$1'));

function lineOf(record: IntakeRecord): string {
  switch (record.kind) {
    case 'engagement':
      return [
        record.isPostAuthor && 'by the author',
        ...[record.type, record.actor.name, record.actor.slug, record.commentText],
        record.occurredAt !== null && new Date(record.occurredAt).toISOString().slice(0, 10),
      ]
        .filter(Boolean)
        .join(' ');
    case 'person':
      return [
        ...['PERSON', record.person.name, record.person.followers, record.title, record.companyName],
        ...[record.companySlug && `at ${record.companySlug}`, record.companyDomain, record.region],
      ]
        .filter((part) => part !== null)
        .join(' ');
    case 'post':
      return `POST ${record.likes ?? '-'} ${record.text ?? ''}`;
    case 'refused':
      return `refused ${record.reason}`;
    case 'skipped':
      return `left out ${record.reason}`;
    case 'company':
    case 'lead':
      return record.kind;
  }
}

export async function read(content: string | Buffer): Promise<string[]> {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  try {
    const opened = await openExport(path, {
      network,
      now: Date.parse('2026-11-28T12:00:00Z'),
      observedAt: Date.parse('2026-11-25T12:00:00Z'),
    });
    const lines: string[] = [];
    for await (const batch of opened.records) lines.push(...batch.map(lineOf));
    return lines;
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return [`no import: ${error.message} ${error.hint ?? ''}`];
  }
}
