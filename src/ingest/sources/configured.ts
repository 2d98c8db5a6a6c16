/** The source that the settings select. */
import type { Settings } from '../../../config/settings';
import { HttpClient } from '../../shared/http-client/client';
import { apifySource } from './apify';
import { filesSource } from './files';
import type { Source } from './source';
import { unipileSource } from './unipile';

type Chosen = Pick<
  Settings,
  | 'DISCOVERY_SOURCE'
  | 'DISCOVERY_FILES_DIR'
  | 'APIFY_TOKEN'
  | 'APIFY_API_URL'
  | 'APIFY_REACTIONS_ACTOR'
  | 'APIFY_COMMENTS_ACTOR'
  | 'APIFY_POSTS_ACTOR'
  | 'APIFY_MAX_CHARGE_USD'
  | 'UNIPILE_API_URL'
  | 'UNIPILE_API_KEY'
  | 'UNIPILE_ACCOUNT_ID'
>;

const apifyAddress = 'https://api.apify.com';

/** @returns undefined with `DISCOVERY_SOURCE=none`. The settings were validated when they were read. */
export function configuredSource(settings: Chosen): Source | undefined {
  switch (settings.DISCOVERY_SOURCE) {
    case 'none':
      return undefined;
    case 'files':
      return filesSource(settings.DISCOVERY_FILES_DIR ?? '.');
    case 'apify':
      return apifySource({
        client: clientFor(
          (settings.APIFY_API_URL ?? apifyAddress).replace(/(?<!\/)\/+$/, '').replace(/\/v2$/, ''),
          settings.APIFY_API_URL !== undefined,
          { Authorization: `Bearer ${settings.APIFY_TOKEN ?? ''}` },
        ),
        reactionsActor: settings.APIFY_REACTIONS_ACTOR,
        commentsActor: settings.APIFY_COMMENTS_ACTOR,
        postsActor: settings.APIFY_POSTS_ACTOR,
        maxChargeUsd: settings.APIFY_MAX_CHARGE_USD,
      });
    case 'unipile': {
      const url = (settings.UNIPILE_API_URL ?? '').replace(/(?<!\/)\/+$/, '');
      const version = /\/v2$/.test(url) ? 2 : /\/api\/v1$/.test(url) ? 1 : null;
      return unipileSource({
        client: clientFor(url.replace(/\/(?:v2|api\/v1)$/, ''), true, { 'X-API-KEY': settings.UNIPILE_API_KEY ?? '' }),
        accountId: settings.UNIPILE_ACCOUNT_ID ?? '',
        version,
      });
    }
  }
}

/**
 * One client for the process, so that its circuit breaker sees every failure. Each collection can still be stopped on its own.
 */
function clientFor(baseUrl: string, chosen: boolean, headers: Readonly<Record<string, string>>) {
  const shared = new HttpClient({ baseUrl, namedBy: chosen ? 'operator' : 'stranger', headers });
  return (signal: AbortSignal) => shared.stoppedBy(signal);
}
