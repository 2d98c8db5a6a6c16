/** A profile to watch as a person enters it, and the watchlist entry made from it. */
import { z } from 'zod';
import { profileSources, profileStatuses, profileTypes, relationships } from '../src/shared/values';
import { parseProfileReference, type Network } from '../src/ingest/import';
import type { WatchlistEntry } from '../src/store/writes/watchlist';
import { readLeadAddress } from '../src/shared/lead-address';
import type { Workspace } from '../src/workspace/workspace';
import { OperationError } from '../src/shared/errors';
import { ownText } from './fields';

/** Profiles that a workspace may watch, paused ones among them. */
export const mostWatched = 10_000;

/**
 * Refuses an addition that made too many. It is taken back with its transaction.
 * @throws OperationError `conflict`
 */
export function expectRoomWatched(watched: number): void {
  if (watched <= mostWatched) return;
  const most = mostWatched.toLocaleString('en');
  throw new OperationError('conflict', `A workspace may watch ${most} profiles: stop watching some first.`);
}

/** Field names are those of the API. Only the address is required. */
export const watchlistProfile = z.strictObject({
  profileUrl: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe("The profile's or company page's address; of a lead also that of its page here."),
  displayName: ownText(200, 'Display name. By default read from the address.').optional(),
  headline: ownText(500, 'Headline of the profile.').optional(),
  profileType: z.enum(profileTypes).describe('CUSTOM by default.').optional(),
  source: z.enum(profileSources).describe('MANUAL_WATCHLIST by default.').optional(),
  relationship: z.enum(relationships).describe('By default it follows from the type.').optional(),
  status: z.enum(profileStatuses).describe('ACTIVE by default.').optional(),
  label: ownText(80, 'Your own word to filter by. Left out or empty: none.').optional(),
  followers: z.int().min(0).describe('Number of followers.').optional(),
});
export type WatchlistProfile = z.output<typeof watchlistProfile>;

/**
 * Puts the address of the profile where a person gave the address of a lead's page in the console.
 * @returns the profiles in the same order. Whom the workspace does not know keeps the address that was given.
 */
export async function withProfileAddresses<Row extends { readonly profileUrl: string }>(
  rows: readonly Row[],
  { store, organizationId }: Pick<Workspace, 'store' | 'organizationId'>,
): Promise<Row[]> {
  const leadOf = ({ profileUrl }: Row) => {
    const page = readLeadAddress(profileUrl);
    return page?.organizationId === organizationId ? page.leadId : undefined;
  };
  const ids = rows.flatMap((row) => leadOf(row) ?? []);
  const addresses = await store.otherPeople.addresses(ids);
  return rows.map((row) => ({ ...row, profileUrl: addresses.get(leadOf(row) ?? '') ?? row.profileUrl }));
}

/** The entry with defaults filled in, or the reason why the address is invalid. */
export function watchlistEntry(row: WatchlistProfile, network: Network): WatchlistEntry | { readonly problem: string } {
  const found = parseProfileReference(row.profileUrl, network);
  if (!found.ok) return { problem: `${row.profileUrl} is ${found.reason}` };
  const type = row.profileType ?? 'CUSTOM';
  return {
    person: { memberId: found.memberId, slug: found.slug, isCompany: found.kind === 'company' },
    profileUrl: found.url ?? row.profileUrl,
    displayName: row.displayName ?? nameFrom(found.slug ?? found.memberId ?? row.profileUrl),
    headline: row.headline ?? null,
    profileType: type,
    source: row.source ?? 'MANUAL_WATCHLIST',
    relationship: row.relationship ?? (type === 'COMPETITOR' ? 'COMPETITOR' : 'STANDARD'),
    status: row.status ?? 'ACTIVE',
    label: emptyAsNull(row.label),
    followers: row.followers ?? null,
  };
}

const emptyAsNull = (text = '') => (text.trim() === '' ? null : text.trim());

/** `ada-lovelace-4f2b1` -> `Ada Lovelace`. Used until an import brings the real name. */
function nameFrom(slug: string): string {
  const words = slug.split('-').filter((word) => !/\d/.test(word));
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') || slug;
}
