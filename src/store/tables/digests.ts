/** Digests: who gets them, when, and on which days they were sent. */
import type { Language } from '../../words/languages';
import { id, optional, table, text, time, word, type RowOf } from '../../database/define';

export type DigestChannel = 'mail' | 'slack';
/** Whose leads the digest covers: those of one member, or all. */
export const digestAudiences = ['owner', 'workspace'] as const;
export type DigestAudience = (typeof digestAudiences)[number];
/** `MAKER_LEFT`: it goes outside the workspace, and the person who added or read it has left. Nothing is sent until it is taken over. */
export const digestStatuses = ['ACTIVE', 'UNSUBSCRIBED', 'MAKER_LEFT'] as const;
export type DigestStatus = (typeof digestStatuses)[number];
/**
 * `CLAIMED` until the message is handed over, then `SENDING`. A process that dies while `SENDING` may have sent it, so that day
 * is not tried again. `EMPTY`: there was nothing new.
 */
export const digestDayStatuses = ['CLAIMED', 'SENDING', 'SENT', 'EMPTY', 'FAILED'] as const;
export type DigestDayStatus = (typeof digestDayStatuses)[number];

export const digests = table({
  name: 'digests',
  columns: {
    organization_id: id(),
    id: id(),
    channel: word<DigestChannel>(),
    /** An e-mail address, or the encrypted address of an incoming webhook: anyone who knows it can write to the channel. */
    target: text(3000),
    /** The form shown in lists. */
    shown: text(320),
    audience: word<DigestAudience>(),
    /** The member whose leads the digest covers. Null: all leads. */
    owner_id: optional(id()),
    status: word<DigestStatus>(),
    /** Five cron fields. */
    pattern: text(120),
    /** IANA name. */
    time_zone: text(64),
    /** Events up to this time were reported, or are older than the digest. Null: nothing was reported yet. */
    told_until: optional(time()),
    created_at: time(),
    updated_at: time(),
    /** The owner or admin who made it. Null: the operator, a key, or before makers were stored. */
    created_by: optional(id()),
    /** Null: English, or made before a language was asked for. */
    language: optional(word<Language>()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

export const digestDays = table({
  name: 'digest_days',
  columns: {
    organization_id: id(),
    digest_id: id(),
    /**
     * Day in the digest's time zone, `2026-11-23`, or `asked` for a digest requested outside the schedule. One row is at most
     * one message.
     */
    day: text(10),
    status: word<DigestDayStatus>(),
    /** Job and attempt that claimed the day. Another attempt takes over a day that is only claimed. */
    job_attempt: text(80),
    error: optional(text(300)),
    started_at: time(),
    ended_at: optional(time()),
  },
  primaryKey: ['organization_id', 'digest_id', 'day'],
  indexes: [],
});

export type DigestRow = RowOf<typeof digests>;
export type DigestDayRow = RowOf<typeof digestDays>;
export const digestTables = [digests, digestDays];
