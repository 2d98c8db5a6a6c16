/** Settings of audience analytics and of the sources of discoveries. */
import { z } from 'zod';
import type { SettingDefinition } from './definition';
import { amount, folder, isPlainUrl, wholeNumber } from './kinds';

const secret = z.string().min(1).max(1024).optional();
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Address of a vendor's API. The credential is sent with each request, so the address is https or on this machine. */
const apiUrl = z
  .string()
  .refine(
    (text) => isPlainUrl(text, ['https:']) || (isPlainUrl(text, ['http:']) && loopback.test(new URL(text).hostname)),
  );
const apiUrlAllowed = 'an https URL without query, fragment or credentials; http only on this machine';

/** An actor as Apify names it: `owner~name`, or `owner/name` as in the actor's web address. */
const actor = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,62}[~/][A-Za-z0-9][\w.-]{0,62}$/)
  .transform((name) => name.replace('/', '~'));
const actorAllowed = 'owner~name of an actor whose output `leadlight import` reads';

export const discoveryDefinitions = {
  AUDIENCE_MINIMUM_GROUP: {
    schema: wholeNumber(5, 1_000),
    fallback: '5',
    allowed: 'a whole number from 5 to 1000: it can only be raised',
    purpose: 'Smallest group of people that audience analytics show.',
  },
  AUDIENCE_MINIMUM_SIZE: {
    schema: wholeNumber(20, 100_000),
    fallback: '20',
    allowed: 'a whole number from 20 to 100000: it can only be raised',
    purpose: 'Smallest audience that audience analytics show.',
  },
  DISCOVERY_SOURCE: {
    schema: z.enum(['none', 'files', 'apify', 'unipile']),
    fallback: 'none',
    allowed: 'none, files, apify or unipile',
    purpose: 'Source from which find-audience reads engagement (docs/sources.md).',
  },
  DISCOVERY_FILES_DIR: {
    schema: folder('required').optional(),
    fallback: undefined,
    allowed: 'an existing folder; required when DISCOVERY_SOURCE is files',
    purpose:
      'Export files by post. A file belongs to a post if its path contains the number of one of the URNs of the post.',
  },
  DISCOVERY_HOLD_CREDITS: {
    schema: wholeNumber(1, 1_000_000),
    fallback: '100',
    allowed: 'a whole number from 1 to 1000000',
    purpose: 'Credits set aside when a discovery is queued, and again each time it finds more people than they cover.',
  },
  DISCOVERY_MAX_PEOPLE: {
    schema: wholeNumber(1, 1_000_000),
    fallback: '5000',
    allowed: 'a whole number from 1 to 1000000',
    purpose: 'Most people that one discovery reads.',
  },
  APIFY_TOKEN: {
    schema: secret,
    fallback: undefined,
    secret: true,
    allowed: 'an API token of at most 1024 characters; required when DISCOVERY_SOURCE is apify',
    purpose: 'Credential for Apify.',
  },
  APIFY_API_URL: {
    schema: apiUrl.optional(),
    fallback: undefined,
    allowed: `${apiUrlAllowed}; default https://api.apify.com`,
    purpose: 'Address of the Apify API. An address set here may be in your own network.',
  },
  APIFY_REACTIONS_ACTOR: {
    schema: actor,
    fallback: 'harvestapi~linkedin-post-reactions',
    allowed: actorAllowed,
    purpose: 'Actor that lists who reacted to a post.',
  },
  APIFY_COMMENTS_ACTOR: {
    schema: actor,
    fallback: 'harvestapi~linkedin-post-comments',
    allowed: actorAllowed,
    purpose: 'Actor that lists who commented on a post.',
  },
  APIFY_POSTS_ACTOR: {
    schema: actor,
    fallback: 'harvestapi~linkedin-profile-posts',
    allowed: 'owner~name of an actor with the input and output of harvestapi~linkedin-profile-posts',
    purpose: 'Actor that lists the posts of a profile.',
  },
  APIFY_MAX_CHARGE_USD: {
    schema: amount(10_000),
    fallback: '5',
    allowed: 'an amount above 0, up to 10000',
    purpose:
      'Most that one run of an actor may cost. A discovery starts two runs. A sync of a profile starts one, and two for each post.',
  },
  UNIPILE_API_URL: {
    schema: apiUrl.optional(),
    fallback: undefined,
    allowed: `${apiUrlAllowed}; ending in /v2 for version 2; required when DISCOVERY_SOURCE is unipile`,
    purpose: 'Address of the Unipile API: your DSN for version 1, https://api.unipile.com/v2 for version 2.',
  },
  UNIPILE_API_KEY: {
    schema: secret,
    fallback: undefined,
    secret: true,
    allowed: 'an API key of at most 1024 characters; required when DISCOVERY_SOURCE is unipile',
    purpose: 'Credential for Unipile.',
  },
  UNIPILE_ACCOUNT_ID: {
    schema: z
      .string()
      .regex(/^[\w.~-]{1,128}$/)
      .optional(),
    fallback: undefined,
    allowed: 'the id of a connected account; required when DISCOVERY_SOURCE is unipile',
    purpose: 'Account at Unipile whose session reads the posts.',
  },
} as const satisfies Record<string, SettingDefinition>;

/** Settings that each source requires. */
const needs = {
  none: [],
  files: ['DISCOVERY_FILES_DIR'],
  apify: ['APIFY_TOKEN'],
  unipile: ['UNIPILE_API_URL', 'UNIPILE_API_KEY', 'UNIPILE_ACCOUNT_ID'],
} as const satisfies Record<string, readonly (keyof typeof discoveryDefinitions)[]>;

/** One line for each setting that the chosen source requires and that is not set. */
export function missingForSource(values: Readonly<Record<string, unknown>>): string[] {
  const source = values['DISCOVERY_SOURCE'];
  const wanted = Object.entries(needs).find(([name]) => name === source)?.[1] ?? [];
  return wanted
    .filter((name) => values[name] === undefined)
    .map((name) => `${name} is not set; allowed: ${discoveryDefinitions[name].allowed}.`);
}
