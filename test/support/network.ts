import type { Network } from '../../src/ingest/import';

/** The network of the default settings. */
export const network: Network = { namespace: 'li', hosts: ['linkedin.com'] };
