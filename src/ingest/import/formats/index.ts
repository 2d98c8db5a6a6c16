/** The formats. Among equally good guesses the first one wins. */
import type { Format } from '../format';
import { airscale } from './airscale';
import { apimaestroComments, apimaestroReactions } from './apify-apimaestro';
import { harvestapiComments, harvestapiReactions } from './apify-harvestapi';
import { harvestapiPostPages, harvestapiPosts } from './apify-harvestapi-posts';
import { brightDataPosts } from './bright-data';
import { peopleDataLabs, proxycurl } from './enrichment';
import { generic } from './generic';
import { likesToLeads } from './likestoleads';
import { linkupReactions } from './linkup';
import { networkComments, networkConnections, networkReactions, networkShares } from './network-export';
import { officialComments, officialReactions } from './official-api';
import { phantombusterCommenters, phantombusterLikers, phantombusterSearch } from './phantombuster';
import { unipileComments, unipilePosts, unipileReactions } from './unipile';

export const formats: readonly Format[] = [
  generic,
  phantombusterLikers,
  phantombusterCommenters,
  phantombusterSearch,
  harvestapiReactions,
  harvestapiComments,
  apimaestroReactions,
  apimaestroComments,
  unipileReactions,
  unipileComments,
  brightDataPosts,
  linkupReactions,
  airscale,
  likesToLeads,
  peopleDataLabs,
  proxycurl,
  officialReactions,
  officialComments,
  harvestapiPosts,
  unipilePosts,
  networkConnections,
  networkShares,
  networkComments,
  networkReactions,
];

/** Formats of API pages. A page of posts brings no engagement, which is asked for, counted and paid on its own. */
export const pageFormats: readonly Format[] = [harvestapiPostPages, ...formats];
