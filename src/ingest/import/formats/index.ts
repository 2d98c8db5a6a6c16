/** The formats, in the order in which equally good guesses win. */
import type { Format } from '../format';
import { airscale } from './airscale';
import { apimaestroComments, apimaestroReactions } from './apify-apimaestro';
import { harvestapiComments, harvestapiReactions } from './apify-harvestapi';
import { harvestapiPosts } from './apify-harvestapi-posts';
import { brightDataPosts } from './bright-data';
import { peopleDataLabs, proxycurl } from './enrichment';
import { generic } from './generic';
import { likesToLeads } from './likestoleads';
import { linkupReactions } from './linkup';
import { officialReactions } from './official-api';
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
];

/** What pages of an API are read with besides: answers about one thing, which nobody exports. */
export const pageFormats: readonly Format[] = [...formats, unipilePosts, harvestapiPosts];
