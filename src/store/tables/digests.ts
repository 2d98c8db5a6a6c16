/** Who gets a digest, when, and on which days one went out. */
import { id, optional, table, text, time, word, type RowOf } from '../../database/define';

export type DigestChannel = 'mail' | 'slack';
/** Whose leads it tells of: those of one member, or all. */
export const digestAudiences = ['owner', 'workspace'] as const;
export type DigestAudience = (typeof digestAudiences)[number];
export const digestStatuses = ['ACTIVE', 'UNSUBSCRIBED'] as const;
export type DigestStatus = (typeof digestStatuses)[number];
/**
 * `CLAIMED` until it is handed over, then `SENDING`: a process that dies then may have sent it, so that day gets no other.
 * `EMPTY`: there was nothing new.
 */
export const digestDayStatuses = ['CLAIMED', 'SENDING', 'SENT', 'EMPTY', 'FAILED'] as const;
export type DigestDayStatus = (typeof digestDayStatuses)[number];

export const digests = table({
  name: 'digests',
  columns: {
    organization_id: id(),
    id: id(),
    channel: word<DigestChannel>(),
    /** An e-mail address, or an incoming-webhook address, encrypted: who knows that can write to the channel. */
    target: text(3000),
    /** As lists show it. */
    shown: text(320),
    audience: word<DigestAudience>(),
    /** The member whose leads it tells of; null: all. */
    owner_id: optional(id()),
    status: word<DigestStatus>(),
    /** Five cron fields. */
    pattern: text(120),
    /** IANA name. */
    time_zone: text(64),
    /** What happened by then was told, or was there before. Null: nothing was told yet. */
    told_until: optional(time()),
    created_at: time(),
    updated_at: time(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

export const digestDays = table({
  name: 'digest_days',
  columns: {
    organization_id: id(),
    digest_id: id(),
    /** In the digest's time zone, `2026-11-23`, or `asked` for one beside the schedule. One row, so one message. */
    day: text(10),
    status: word<DigestDayStatus>(),
    /** Job and attempt that claimed it: another attempt takes over what was only claimed. */
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
