/**
 * Erases people from files on every machine. This machine's files are cleaned at once. For files of other machines an entry
 * waits in the database, which each machine works off before it serves, and while it runs.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { z } from 'zod';
import { unfinishedRejects } from '../ingest/import/rejects';
import { TextEraser, type PersonTerms } from '../../packages/reader/src';
import type { Database } from '../database/database';
import { newId } from '../database/new-id';
import { keyState, markingKey, usableKey } from '../store/statements/key-check';
import {
  erasureDone,
  erasureFailed,
  erasuresOf,
  leavePlace,
  notePlacesSeen,
  otherPlaces,
  ownPlaces,
  queueErasures,
  takePlace,
} from '../store/privacy/file-places';
import { PacedEraser } from '../store/statements/paced-eraser';
import { adoptFiles, everyFileOf, placesWithFiles, rejectsFilesOf } from '../store/privacy/rejects-files';
import type { FileErasureRow } from '../store/tables/privacy';
import { cleanFiles, isElsewhere, removeFile } from './rejects';

export const termsSchema = z.array(
  z.object({
    ids: z.array(z.string()),
    members: z.array(z.string()),
    slugs: z.array(z.string()),
    names: z.array(z.string()),
    emails: z.array(z.string()),
  }),
);

/** For how long a process may rewrite files of a place without saying that it still does. */
const turnMs = 15_000;
const askAgainMs = 100;

/**
 * Erases people from the files of a workspace: here at once, elsewhere by an entry.
 * @param subject of the marks of the person, so that the request can be asked about.
 * @param at epoch ms of the erasure: uploads that began later stay. Left out: all go.
 * @returns how many lines were removed here.
 */
export async function eraseInFiles(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  {
    eraser,
    subject,
    at,
  }: { readonly eraser: PacedEraser; readonly subject: string | null; readonly at?: number | undefined },
): Promise<number> {
  await queueElsewhere(db, organizationId, terms, subject);
  return inTurn(db, (checkpoint) => cleanFiles(db, organizationId, { eraser, at, checkpoint }));
}

async function queueElsewhere(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  subject: string | null,
): Promise<void> {
  const own = ownPlaces(db).map(({ id }) => id);
  const places = await placesWithFiles(db, organizationId);
  const elsewhere = new Set(places.flatMap((place) => (place === null || own.includes(place) ? [] : [place])));
  // An older release did not note the machine. Each looks for the file.
  if (places.includes(null)) for (const place of await otherPlaces(db, own)) elsewhere.add(place);
  if (elsewhere.size === 0) return;
  const sealed = (await markingKey(db)).seal(JSON.stringify(terms));
  const entry = { ...entryOf(organizationId), subject, sealed };
  await queueErasures(
    db,
    [...elsewhere].map((place) => ({ ...entry, id: newId(), place_id: place })),
  );
}

const entryOf = (organizationId: string): Omit<FileErasureRow, 'place_id' | 'id'> => ({
  workspace: organizationId,
  subject: null,
  path: null,
  sealed: null,
  created_at: Date.now(),
  error: null,
});

/** Deletes the files of a workspace: here at once, elsewhere by an entry for each. @returns how many there were. */
export async function removeFiles(db: Database, organizationId: string): Promise<number> {
  const own = ownPlaces(db).map(({ id }) => id);
  const files = await everyFileOf(db, organizationId);
  const others = await otherPlaces(db, own);
  const entries = files.flatMap(({ path, place_id: place }) => {
    if (place !== null && own.includes(place)) return [];
    const places = place === null ? (isElsewhere(db, { place: undefined, path }) ? others : []) : [place];
    return places.map((one) => ({ ...entryOf(organizationId), place_id: one, id: newId(), path }));
  });
  await queueErasures(db, entries);
  await inTurn(db, async (checkpoint) => {
    for (const file of await rejectsFilesOf(db, organizationId)) {
      if (!isElsewhere(db, file)) await removeFile(file.path);
      await checkpoint();
    }
  });
  return files.length;
}

/** Runs work that rewrites files, when no other process of this machine does. */
async function inTurn<T>(db: Database, work: (checkpoint: () => Promise<void>) => Promise<T>): Promise<T> {
  const places = ownPlaces(db).map(({ id }) => id);
  const worker = newId();
  let renewAt = 0;
  const take = async () => {
    const now = Date.now();
    for (const place of places) {
      while (!(await takePlace(db, place, { worker, now: Date.now(), until: Date.now() + turnMs }))) {
        // A place of which the database does not know has no files either.
        if (!(await knows(db, place))) break;
        await later(askAgainMs);
      }
    }
    renewAt = now + turnMs / 3;
  };
  await take();
  try {
    return await work(async () => {
      if (Date.now() >= renewAt) await take();
    });
  } finally {
    for (const place of places) await leavePlace(db, place, worker);
  }
}

const knows = async (db: Database, place: string): Promise<boolean> => (await otherPlaces(db, [])).includes(place);

/** What working off did. */
export interface WorkedOff {
  readonly done: number;
  /** Why entries stay, in words. */
  readonly failures: readonly string[];
}

/** Carries out what waits for the places of this machine. Safe to interrupt and to repeat. */
export async function workOffErasures(db: Database): Promise<WorkedOff> {
  const placeIds = ownPlaces(db).map(({ id }) => id);
  const failures: string[] = [];
  let done = 0;
  if ((await erasuresOf(db, placeIds)).length === 0) return { done, failures };
  await inTurn(db, async (checkpoint) => {
    const tried = new Set<string>();
    for (;;) {
      const entries = (await erasuresOf(db, placeIds)).filter(({ id }) => !tried.has(id));
      if (entries.length === 0) return;
      for (const entry of entries) {
        tried.add(entry.id);
        try {
          await carryOut(db, entry, checkpoint);
          await erasureDone(db, entry);
          done += 1;
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          failures.push(why);
          await erasureFailed(db, entry, why);
        }
      }
    }
  });
  return { done, failures };
}

async function carryOut(db: Database, entry: FileErasureRow, checkpoint: () => Promise<void>): Promise<void> {
  const { place_id: place, workspace, path, sealed, created_at: at } = entry;
  if (path !== null) {
    const folder = ownPlaces(db).find(({ id }) => id === place)?.folder ?? '';
    await removeFile(resolve(folder, path));
    return;
  }
  await cleanFiles(db, workspace, { eraser: await eraserOf(db, sealed), place, at, checkpoint });
}

/** Undefined when this machine cannot read whom to remove, because it lacks the key. */
async function eraserOf(db: Database, sealed: string | null): Promise<PacedEraser | undefined> {
  if (sealed === null || (await keyState(db)) !== 'good') return undefined;
  return new PacedEraser(new TextEraser(termsSchema.parse(JSON.parse((await usableKey(db)).open(sealed)))));
}

/**
 * Brings the files of this machine in order before it serves: what an older release left without a machine is noted, and what
 * waits is worked off.
 */
export async function orderFiles(db: Database): Promise<WorkedOff> {
  await adoptFiles(db, (path) => existsSync(path) || existsSync(unfinishedRejects(path)));
  return workOffErasures(db);
}

/** How often a running machine looks for erasures, ms. */
const lookEveryMs = 3_000;

/**
 * Works off erasures while the process runs.
 * @param onTrouble called when it fails; the next turn tries again.
 */
export function watchErasures(db: Database, onTrouble: (error: unknown) => void): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  const look = async () => {
    await notePlacesSeen(db, Date.now());
    const { failures } = await workOffErasures(db);
    if (failures[0] !== undefined) onTrouble(new Error(failures[0]));
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = look()
      .catch(onTrouble)
      .finally(() => (busy = false));
  }, lookEveryMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
