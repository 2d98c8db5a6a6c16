/** Removes people from the logs of batches, so that replaying a batch does not bring them back. */
import { identitiesIn } from '../ingest/import/import-log';
import { decodeRecords, encodeRecords, type LoggedRecord } from '../ingest/import/logged-records';
import type { TraceRecord } from '../ingest/import/records';
import { normalForm } from '../rules/privacy/key';
import type { PersonTerms } from '../../packages/reader/src';
import { chunkAfter, chunkOf, noteRewritten, pack, replaceChunk } from '../store/log/chunks';
import type { Database } from '../database/database';
import type { AnyIdentity } from '../store/marks/marks';
import type { PacedEraser } from '../store/statements/paced-eraser';
import { emptied } from '../store/log/store-before';
import { identitiesOf } from '../store/writes/known-people';
import { writeWorkspace } from '../store/log/workspace-lock';

/** @returns how many records were removed or changed. */
export async function cleanImportLog(
  db: Database,
  organizationId: string,
  people: readonly PersonTerms[],
  eraser: PacedEraser,
  checkpoint: () => Promise<void>,
): Promise<number> {
  const cleaner = recordCleaner(people, eraser);
  let changed = 0;
  for (let chunk = await chunkAfter(db, organizationId, 0); chunk;) {
    const { revision } = chunk;
    if ((await cleaner(decodeRecords(chunk.text))).changed > 0) {
      changed += await writeWorkspace(db, organizationId, async (now) => {
        // Another erasure may have changed the chunk since it was read.
        const current = await chunkOf(db, organizationId, revision);
        if (!current) return 0;
        const clean = await cleaner(decodeRecords(current.text));
        await replaceChunk(db, organizationId, revision, await pack(encodeRecords(clean.records)));
        await noteRewritten(db, organizationId, now);
        return clean.changed;
      });
    }
    await checkpoint();
    chunk = await chunkAfter(db, organizationId, revision);
  }
  return changed;
}

interface Cleaned {
  readonly records: readonly LoggedRecord[];
  readonly changed: number;
}

/** Changes records so that they no longer contain these people. */
function recordCleaner(
  people: readonly PersonTerms[],
  eraser: PacedEraser,
): (records: readonly LoggedRecord[]) => Promise<Cleaned> {
  const them: Them = {
    identities: new Set(
      people.flatMap(({ members, slugs }) => [
        ...members.map((value) => identityKey({ kind: 'member', value })),
        ...slugs.map((value) => identityKey({ kind: 'slug', value })),
      ]),
    ),
    ids: new Set(people.flatMap(({ ids }) => ids)),
  };
  return async (records) => {
    let changed = 0;
    const cleaned: LoggedRecord[] = [];
    for (const record of records) {
      const clean = await cleanRecord(record, them, eraser);
      if (clean !== record) changed += 1;
      if (clean !== null) cleaned.push(clean);
    }
    return { records: cleaned, changed };
  };
}

interface Them {
  readonly identities: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/**
 * The facts of a record about the post and the company, which concern other people too. They are kept so that a later undo
 * leaves them as they are. Null: the record has no such facts.
 */
async function traceOf(record: LoggedRecord, eraser: PacedEraser): Promise<TraceRecord | null> {
  if (record.kind === 'engagement') {
    const { at, post, observedAt } = record;
    return (await eraser.names(post.url)) ? null : { kind: 'trace', at, post, company: null, observedAt };
  }
  if (record.kind !== 'person') return null;
  const { at, companyName: name, companySlug: slug, companyDomain: domain, companySize: size, industry } = record;
  const company = { name, slug, domain, industry, size };
  const says = [slug, domain, industry, size].some((fact) => fact !== null);
  // A company named after the person concerns nobody else.
  if (!says || (await eraser.names(JSON.stringify(company)))) return null;
  return { kind: 'trace', at, post: null, company, observedAt: record.observedAt };
}

const identityKey = ({ kind, value }: AnyIdentity) =>
  kind === 'company' ? '' : `${kind} ${normalForm({ kind, value })}`;

/** Null: nothing remains of the record. The same object: it names none of these people. */
async function cleanRecord(record: LoggedRecord, them: Them, eraser: PacedEraser): Promise<LoggedRecord | null> {
  const isOne = (identities: readonly AnyIdentity[]) => identities.some((one) => them.identities.has(identityKey(one)));
  if (record.kind === 'post' && record.author && isOne(identitiesOf(record.author))) {
    return { ...record, author: null, authorName: null, text: null };
  }
  if (record.kind === 'stored-post' && them.ids.has(record.post.author_person_id ?? '')) {
    return { ...record, post: { ...record.post, ...emptied } };
  }
  if (isOne(identitiesIn(record))) return traceOf(record, eraser);
  // Other people's texts may mention them. Words are removed only inside the strings of the JSON, so its structure stays.
  const text = JSON.stringify(record);
  const clean = await eraser.clean(text);
  return clean === text ? record : (JSON.parse(clean) as LoggedRecord);
}
