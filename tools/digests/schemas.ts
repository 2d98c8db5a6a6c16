/** Output of the digest operations, who may change which digest, and the parameters that name one. */
import { z } from 'zod';
import { scheduleOf } from '../../src/digest/kinds';
import { invalid, notFound, OperationError } from '../../src/shared/errors';
import { digestAudiences, digestDayStatuses, digestStatuses } from '../../src/store/tables/digests';
import type { DigestRow } from '../../src/store/tables/digests';
import type { DigestInFull } from '../../src/store/digests/reads';
import { languages } from '../../src/words/languages';
import type { ActingWorkspace, Caller, Workspace } from '../../src/workspace/workspace';
import { printDate, printDateOrNull } from '../dates';
import { asUuid, pathId } from '../fields';
import { timestamp, timestampOrNull, uuid } from '../schemas/values';

export const digestSchema = z.strictObject({
  id: uuid('Digest id.'),
  to: z.string().describe('Where it goes: `mailto:` with the address, or `slack:` with only the host.'),
  for: z.enum(digestAudiences).describe('owner: the leads of one member. workspace: all leads.'),
  ownerId: z.uuid().nullable().describe('The member whose leads it reports. Null means all leads.'),
  status: z
    .enum(digestStatuses)
    .describe(
      'UNSUBSCRIBED: its reader ended it. MAKER_LEFT: the person who added it, or whose address it goes to, left; {change_digest} takes it over. Neither is sent.',
    ),
  createdBy: z.uuid().nullable().describe('The member who added it. Null: the operator.'),
  schedule: z.string().describe('Five cron fields: minute, hour, day, month, weekday.'),
  timeZone: z.string().describe('IANA time zone of the schedule.'),
  mailLanguage: z.enum(languages).describe('Language of what it says.'),
  nextAt: timestampOrNull('When it goes out next.'),
  toldUntil: timestampOrNull('The digest has reported everything up to this time. Null: nothing yet.'),
  lastSend: z
    .strictObject({
      at: timestamp('When it began.'),
      status: z
        .enum(digestDayStatuses)
        .describe('CLAIMED: about to be sent. SENDING: being sent, or it may have arrived. EMPTY: nothing was new.'),
      endedAt: timestampOrNull('When it ended. Null while it goes on. SENDING with an end may have arrived.'),
      error: z.string().nullable().describe('Why it failed.'),
    })
    .nullable()
    .describe('The result of the last one.'),
});

export const digestId = pathId('Digest id, uuid.');

const scheduleField = z.string().min(1).max(120);
export const digestTimes = {
  schedule: scheduleField.describe('Five cron fields: minute hour day month weekday, such as `0 8 * * 1-5`.'),
  timeZone: z.string().min(1).max(64).default('UTC').describe('IANA time zone, such as Europe/Berlin.'),
};

/** The language of what a digest says, as a parameter. */
export const digestLanguage = z.enum(languages).describe('Language of what it says: en or de. Default: en.');

export function showDigest(
  { row, last }: DigestInFull,
  next: ReadonlyMap<string, number>,
): z.input<typeof digestSchema> {
  return {
    id: row.id,
    to: row.shown,
    for: row.audience,
    ownerId: row.owner_id,
    status: row.status,
    createdBy: row.created_by,
    schedule: row.pattern,
    timeZone: row.time_zone,
    mailLanguage: row.language ?? 'en',
    nextAt: printDateOrNull(next.get(scheduleOf(row.id)) ?? null),
    toldUntil: printDateOrNull(row.told_until),
    lastSend: last && {
      at: printDate(last.started_at),
      status: last.status,
      endedAt: printDateOrNull(last.ended_at),
      error: last.error,
    },
  };
}

/** One digest as it is now. */
export async function shown({ store }: Pick<Workspace, 'store'>, id: string): Promise<z.input<typeof digestSchema>> {
  const found = (await store.digests.list()).find(({ row }) => row.id === id);
  if (!found) throw notFound('digest');
  return showDigest(found, await store.digests.nextTimes([scheduleOf(id)]));
}

/** Members are limited to their own digests. Owners and admins are not. */
export const onlyOwn = (caller: Caller): string | undefined =>
  caller.kind === 'session' && caller.role === 'MEMBER' ? caller.userId : undefined;

/** A digest that this caller may see and change. @throws OperationError `not_found`. */
export async function digestOf({ store, caller }: Workspace, given: string): Promise<DigestRow> {
  const id = asUuid(given);
  const row = id === undefined ? undefined : await store.digests.one(id);
  const own = onlyOwn(caller);
  if (!row || (own !== undefined && row.owner_id !== own)) throw notFound('digest');
  return row;
}

/** Whose leads a digest is about, as parameters. */
export const digestAbout = {
  for: z.enum(digestAudiences).describe('owner: the leads of one member. workspace: all leads.'),
  ownerId: z.string().describe("Whose leads, with `owner`. By default the caller's own.").optional(),
};

/**
 * The member whose leads a digest is about; null for the workspace. Members may only ask for their own.
 * @throws OperationError `not_found`, `validation_failed`, `role_required`.
 */
export async function ownerAsked(
  { store, caller }: Workspace,
  {
    for: audience,
    ownerId: named,
  }: { readonly for: (typeof digestAudiences)[number]; readonly ownerId?: string | undefined },
): Promise<string | null> {
  const own = onlyOwn(caller);
  if (audience === 'workspace') {
    if (named !== undefined) throw invalid({ path: 'ownerId', message: 'is allowed only with `for: owner`' });
    if (own !== undefined) throw notOwn();
    return null;
  }
  const given = named ?? (caller.kind === 'session' ? caller.userId : undefined);
  if (given === undefined)
    throw invalid({ path: 'ownerId', message: 'is required: the member whose leads the digest is about' });
  const id = asUuid(given);
  const member = (await store.admin.members()).find(({ userId }) => userId === id);
  if (!member?.active) throw notFound('active member');
  if (own !== undefined && member.userId !== own) throw notOwn();
  return member.userId;
}

const notOwn = () => needsAdmin('Digests of other people and of the workspace');

/**
 * The times of a schedule in normal form.
 * @throws OperationError `validation_failed` for an invalid schedule, or one that matches more than once an hour.
 */
export function timesOf(
  { digests, caller }: ActingWorkspace,
  { schedule, timeZone }: { readonly schedule: string; readonly timeZone: string },
): { readonly pattern: string; readonly timeZone: string } {
  const pattern = schedule.trim().split(/\s+/).join(' ');
  try {
    digests.checkTimes({ pattern, timeZone });
  } catch (error) {
    throw invalid({ path: 'schedule', message: error instanceof Error ? error.message : 'is not a schedule' });
  }
  if (caller.kind !== 'operator' && !/^\d+ /.test(pattern)) {
    throw invalid({
      path: 'schedule',
      message: 'must begin with one minute, such as 0: a digest goes out once a day at most',
    });
  }
  return { pattern, timeZone };
}

/** @throws OperationError `role_required` for a member who asks for more than their own. */
export const needsAdmin = (what: string) =>
  new OperationError('role_required', `${what} need the role ADMIN or a higher one.`);
