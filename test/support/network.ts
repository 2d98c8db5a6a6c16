import type { Network } from '../../src/intake';

/** The network of the default settings. */
export const network: Network = { namespace: 'li', hosts: ['linkedin.com'] };
