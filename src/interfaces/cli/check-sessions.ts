/** What `leadlight doctor` says about sessions of people, the consent page, and proxies. */
import type { Settings } from '../../../config/settings';
import { fetchKeys } from '../../auth/session-keys';
import { untrustedProxy } from '../../http/forwarded';
import { forwardedLately } from '../../store/access/forwarded-requests';
import type { Database } from '../../database/database';
import type { Finding } from './checks';

/** Checks the settings of sessions together, and fetches the key set of the issuing application. */
export async function checkSessions(settings: Settings): Promise<Finding[]> {
  const check = 'session tokens';
  const { SESSION_TOKEN_JWKS_URL: url } = settings;
  const found: Finding[] = [];
  if (url === undefined) {
    if (settings.CONSENT_PAGE_URL !== undefined && settings.SESSION_TOKEN_SECRET === undefined) {
      const message =
        'CONSENT_PAGE_URL is set, but neither SESSION_TOKEN_SECRET nor SESSION_TOKEN_JWKS_URL: your page cannot issue session tokens';
      found.push({ check, level: 'warning', message });
    }
    return found.length > 0 ? found : [{ check, level: 'ok', message: 'issued by this service' }];
  }
  if (settings.CONSENT_PAGE_URL === undefined) {
    const message =
      'SESSION_TOKEN_JWKS_URL is set without CONSENT_PAGE_URL: nobody can sign in on the built-in consent page';
    found.push({ check, level: 'problem', message });
  }
  if (settings.SESSION_TOKEN_SECRET !== undefined) {
    const message = 'SESSION_TOKEN_SECRET and SESSION_TOKEN_JWKS_URL are both set: the secret is not used';
    found.push({ check, level: 'warning', message });
  }
  if (settings.SESSION_TOKEN_ISSUER === undefined) {
    const message = 'SESSION_TOKEN_ISSUER is not set: the `iss` of session tokens is not checked';
    found.push({ check, level: 'warning', message });
  }
  try {
    const { keys, refused } = await fetchKeys(url);
    for (const { kid, refused: why } of refused) {
      const message = `SESSION_TOKEN_JWKS_URL: the key ${kid ?? 'without kid'} ${why}; tokens signed with it are refused`;
      found.push({ check, level: keys.length === 0 ? 'problem' : 'warning', message });
    }
    const names = keys.map(({ kid, alg }) => `${kid ?? 'without kid'} (${alg})`).join(', ');
    if (keys.length > 0) found.push({ check, level: 'ok', message: `SESSION_TOKEN_JWKS_URL publishes ${names}` });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be fetched';
    found.push({ check, level: 'problem', message: `SESSION_TOKEN_JWKS_URL: ${why}` });
  }
  return found;
}

/** Says if a request claimed to be forwarded while TRUST_PROXY names no proxy. No problem: anyone can send such headers. */
export async function checkProxy(db: Database, settings: Settings): Promise<Finding> {
  const check = 'proxy';
  if (settings.TRUST_PROXY !== 'false' || !(await forwardedLately(db))) {
    return { check, level: 'ok', message: `TRUST_PROXY is ${settings.TRUST_PROXY}` };
  }
  return { check, level: 'ok', message: `requests arrived with forwarding headers; ${untrustedProxy}` };
}
