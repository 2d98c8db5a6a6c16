import type { Settings } from '../../../config/settings';
import type { Network } from './network';

/** The network's addresses, from the settings. */
export function networkOf(settings: Settings): Network {
  return { namespace: settings.NETWORK_URN_NAMESPACE, hosts: settings.NETWORK_HOSTS };
}
