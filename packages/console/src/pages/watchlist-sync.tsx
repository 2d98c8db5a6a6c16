/** The state of the syncs of watched profiles: the last one, the current one, what went wrong, and when all are synced next. */
import { useEffect, useRef } from 'preact/hooks';
import type { Output, WatchedProfile, WatchlistSync } from '../api/operations';
import { whoSets } from '../api/operator';
import { usePolling } from '../api/poll';
import { useRead, type Reading } from '../api/read';
import { Ago } from '../components/lead-parts';
import { Status } from '../components/status';
import { label, moment, t } from '../i18n';

/** Most profiles in one request. */
const mostAsked = 1_000;
const everyMs = 3_000;
const mostReads = 200;

const underWay = ({ status }: WatchlistSync) => status === 'WAITING' || status === 'RUNNING';

/**
 * The syncs of the profiles that are shown, read repeatedly while one waits or runs.
 * @param onEnd called when none is under way any more, since the list has new figures then.
 */
export function useSyncs(
  profiles: readonly WatchedProfile[],
  onEnd: () => void,
): Reading<Output<'list_watchlist_syncs'>> & { readonly of: (id: string) => WatchlistSync | undefined } {
  const ids = profiles.slice(0, mostAsked).map(({ id }) => id);
  const reading = useRead('list_watchlist_syncs', ids.length > 0 ? { monitoredProfileIds: ids } : null);
  const syncs = reading.data?.data ?? [];
  const on = syncs.some(underWay);
  const wasOn = useRef(false);
  useEffect(() => {
    if (wasOn.current && !on) onEnd();
    wasOn.current = on;
  }, [on]);
  usePolling({ on, every: everyMs, most: mostReads, read: reading.again });
  const byId = new Map(syncs.map((sync) => [sync.monitoredProfileId, sync]));
  return { ...reading, of: (id) => byId.get(id) };
}

interface SyncCellProps {
  readonly profile: WatchedProfile;
  readonly sync: WatchlistSync | undefined;
}

export function SyncCell({ profile: { lastEngagementSyncAt }, sync }: SyncCellProps) {
  // A sync that ended while the page was open is newer than the list.
  const last = sync?.status === 'COMPLETED' ? (sync.finishedAt ?? lastEngagementSyncAt) : lastEngagementSyncAt;
  const said = sync?.failure ?? (sync?.left ? label('sync-left', sync.left) : undefined);
  if (!sync || sync.status === 'COMPLETED') {
    return (
      <div class="sync-cell">
        {last ? <Ago time={last} /> : <span class="quiet">{t('watchlist.never')}</span>}
        {said !== undefined && <small>{said}</small>}
      </div>
    );
  }
  return (
    <div class="sync-cell">
      <Status kind={sync.status === 'FAILED' ? 'bad' : 'waiting'}>{label('sync', sync.status)}</Status>
      {(said !== undefined || sync.status === 'FAILED') && <small>{said ?? t('watchlist.cut-short')}</small>}
      {last && (
        <small>
          {t('watchlist.before')} <Ago time={last} />
        </small>
      )}
    </div>
  );
}

/** When all are synced next, or why they are not. */
export function NextSync({ syncs }: { readonly syncs: Output<'list_watchlist_syncs'> | undefined }) {
  if (!syncs) return null;
  const { nextAt } = syncs;
  return (
    <p class="quiet small">
      {!syncs.syncs
        ? `${t('watchlist.no-source')} ${whoSets('DISCOVERY_SOURCE')}`
        : nextAt === null
          ? `${t('watchlist.no-next')} ${whoSets('WATCHLIST_SYNC_SCHEDULE')}`
          : t('watchlist.next', { time: moment(nextAt) })}
    </p>
  );
}
