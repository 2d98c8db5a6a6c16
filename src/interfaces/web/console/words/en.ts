/** English of refusals where the words of the APIs are not those of a person at a screen. Everything else is shown as the APIs answer it. */
import { countryName, isCountryCode } from '../../../../../packages/reader/src';
import { sayWhatHappened } from '../../../../ingest/import/formats/row-kind';
import type { Row } from '../../../../words/sentences';
import { englishDetails } from './actions';

export const englishRefusals: readonly Row[] = [
  ...englishDetails,
  ['must be a uuid', 'is no id of this service'],
  [
    'must be a code of ISO 3166-1 alpha-2, such as DE or GB',
    'must be a country code with two letters, such as DE or GB',
  ],
  ['must be YYYY-MM-DD or RFC 3339 (2026-01-31T09:30:00Z)', 'must be a day, YYYY-MM-DD'],
  ['must not be above {other}', 'must not be above the other value'],
  ['is needed with SNOOZED: a day, YYYY-MM-DD', 'is missing: the day until which it is snoozed'],
  ['is allowed only with the status SNOOZED', 'is allowed only for snoozing'],
  ['is allowed only with the disposition BAD_LEAD', 'is allowed only for somebody who is not a lead'],
  ['is allowed only with `for: owner`', 'is allowed only for a digest about the leads of a member'],
  ['needs the dataAccess flag integrations', 'goes only with access to integrations'],
  [
    'asks for nothing; give at least one of {rest}',
    'asks for nothing; give job titles, ranks, functions, industries, sizes or countries',
  ],
  ['must not be 0 for everything that is asked for ({rest})', 'must not be 0 for everything that is asked for'],
  ['{value} is no seniority; use one of {rest}', '{value} is no rank; choose one of the list'],
  ['{value} is no function; use one of {rest}', '{value} is no function; choose one of the list'],
  ['names no post: {reason}; allowed: {rest}', '{reason}; give the address of a post, or its URN'],
  ['Only an OWNER can make or change an OWNER.', 'Only an owner can make or change an owner.'],
  [
    'Digests of other people and of the workspace need the role ADMIN or a higher one.',
    'Digests of other people and of the workspace need an admin or owner.',
  ],
  [
    '{email} is the only active owner of this workspace; make someone else OWNER first',
    '{email} is the only active owner of this workspace; make someone else owner first',
  ],
  [
    'The resource has changed since you read the ETag in If-Match. Read it again before you change it.',
    'This has changed meanwhile. Load the page again.',
  ],
  ['The discovery has ended already: it is {status}.', 'The discovery has ended already.'],
  [
    'This installation has no source {rest}: its setting DISCOVERY_SOURCE is none.',
    'This service cannot read posts yet.',
  ],
  ['This service sends no mail: its operator has to set SMTP_URL first.', 'This service sends no mail yet.'],
  [
    'must be https, unless its host is in {setting}',
    'must begin with https. An address in your own network is allowed by the operator of this service ({setting}).',
  ],
  [
    'must name a public host, unless its host is in {setting}',
    'must be an address on the internet. One in your own network is allowed by the operator of this service ({setting}).',
  ],
  // For the reasons in it.
  // A reason may have a semicolon of its own, as have several.
  ['Nothing in this file can be read: {sentence}.', 'Nothing in this file can be read: {sentence}.'],
  ['Nothing in this file can be read: {reasons}.', 'Nothing in this file can be read: {reasons}.'],
  ['--post names no post: {reasons}.', 'This address names no post: {reasons}.'],
  ['neither a URN nor a link', 'not an address on the web'],
  ['{value} is neither a URN nor a link', '{value} is not an address on the web'],
  [sayWhatHappened, 'nothing says what this person did; choose the column that says it, or what each row is'],
  [
    'kind: must be one of {kinds}, not {value}',
    'what was done: “{value}” is not known; write liked, commented or shared',
  ],
  ['kind: must be one of {kinds}', 'the row does not say what was done: liked, commented, shared'],
  [
    'disposition: must be ACTIVE, CLIENT or BAD_LEAD',
    'status: it can be ACTIVE (active), CLIENT (client) and BAD_LEAD (not a lead)',
  ],
  ['no reaction: an item without reactionType', 'an item without a reaction'],
  [
    'names no post; import the file again with the post it is about (--post URL)',
    'names no post; give the address of the post below',
  ],
  [
    'The file is in no format that is known here ({columns}); see docs/import.md or --help for the formats.',
    'The file is in no format that is known here ({columns}); choose the columns yourself.',
  ],
  [
    'This is a watchlist, not an export: import it with `leadlight watchlist import FILE`.',
    'This is a watchlist, not an export: paste it at Watchlist.',
  ],
];

/** Groups of an audience by country have its code. */
export const groupInEnglish = (group: string, isPlace: boolean): string =>
  isPlace && isCountryCode(group) ? countryName(group) : group;
