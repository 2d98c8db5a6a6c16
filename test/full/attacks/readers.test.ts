/** Everything that reads a stranger's text, against any text at all: it answers, never throws, and soon. */
import fc from 'fast-check';
import { readDate } from '../../../tools/dates';
import {
  classifyComment,
  companyKeys,
  displayName,
  headlineFlags,
  parseCompanySize,
  parseHeadline,
  parseJob,
  readPlace,
} from '../../../packages/reader/src';
import { rowsOfCsv } from '../../../src/ingest/import/csv';
import * as fields from '../../../src/ingest/import/fields';
import { findList, isDeeperThan } from '../../../src/ingest/import/json-list';
import { longIntegersAsText } from '../../../src/ingest/import/json';
import { parseProfileReference } from '../../../src/ingest/import/profile';
import { parseCommentId, parsePostReference } from '../../../src/ingest/import/urn';
import { visible } from '../../../src/shared/text/visible';
import { checkClientName } from '../../../src/interfaces/oauth/client-name';
import { propertyRuns } from '../../support/at-length';
import { slowness } from './support/slowness';
import { anyLetter } from '../../support/any-letter';

const network = { hosts: ['linkedin.com'], namespace: 'li' };

/** What reads at most a bounded beginning, or so little of each character that a million cost less than 50 ms. */
const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['parseHeadline', (text) => parseHeadline(text)],
  ['parseJob', (text) => parseJob({ headline: text, jobTitle: text, companyName: text })],
  ['headlineFlags', (text) => headlineFlags(text)],
  ['classifyComment', classifyComment],
  ['companyKeys', companyKeys],
  ['displayName', displayName],
  ['parseCompanySize', parseCompanySize],
  ['readPlace', readPlace],
  ['parsePostReference', (text) => parsePostReference(text, network)],
  ['parseProfileReference', (text) => parseProfileReference(text, network)],
  ['parseCommentId', parseCommentId],
  ['parseCount', fields.parseCount],
  ['parseDomain', fields.parseDomain],
  ['parseWorkEmail', fields.parseWorkEmail],
  ['parseTime', (text) => fields.parseTime(text, 1_760_000_000_000)],
  ['parseReaction', fields.parseReaction],
  ['parseEngagementType', fields.parseEngagementType],
  ['safeRaw', fields.safeRaw],
  ['readDate', (text) => readDate(text, 'end')],
  ['checkClientName', (text) => checkClientName(text)],
];

/** What reads every character: files come to them in pieces, so they are tried with a tenth. */
const wholeReaders: readonly (readonly [string, (text: string) => unknown])[] = [
  ['cleanText', (text) => fields.cleanText(text, 200)],
  ['cleanLines', (text) => fields.cleanLines(text, fields.lengths.post)],
  ['visible', visible],
  ['rowsOfCsv', rowsOfCsv],
  ['findList', findList],
  ['isDeeperThan', (text) => isDeeperThan(text, 64)],
  ['longIntegersAsText', longIntegersAsText],
];

/** Ten times what a scan of a million letters takes on an idle machine. */
const limitMs = 200;

/** Processor time in ms on an idle machine; the best of five, for this one may be busy. */
function costOf(read: () => unknown): number {
  let best = Infinity;
  for (let n = 0; n < 5 && best > limitMs; n += 1) {
    const began = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(began);
    const cost = (user + system) / 1000;
    best = Math.min(best, cost > limitMs ? cost / slowness() : cost);
  }
  return best;
}

const pieces = [
  ...[
    'a',
    'A ',
    ' ',
    ',',
    ' , ',
    '. ',
    'a.',
    'a-',
    '@a',
    '://',
    '/',
    '%25',
    'urn:li:(',
    '1',
    '1,',
    '"',
    '"",',
    '\\"',
    '[',
    '{"a":',
  ],
  ...[
    '\n',
    'é',
    'e\u0301',
    '\u0301',
    '\ud83d',
    '👩‍🚀',
    'ﷺ',
    'か',
    '株式会社',
    'σ;',
    'ה',
    'GmbH & Co. KG ',
    ' at ',
    ' | ',
    'CEO / ',
    'ex-',
  ],
];
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.string({ unit: anyLetter, maxLength: 600 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join('')),
  fc
    .tuple(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 2_000 }),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    )
    .map(([start, some, times, end]) => start + some.join('').repeat(times) + end),
);
const runs = propertyRuns(60, 2_000);

test('a reader that takes long is noticed', () => {
  const text = ' '.repeat(60_000);
  expect(costOf(() => /\s+$/.test(`${text}x`))).toBeGreaterThan(limitMs);
});

describe.each([...readers, ...wholeReaders])('%s', (_name, read) => {
  test('answers any text in a few scans', () => {
    read('warm');
    fc.assert(
      fc.property(anyText, (text) => costOf(() => read(text)) < limitMs),
      { numRuns: runs },
    );
  });
});

describe.each([
  ...readers.map((reader) => [...reader, 1_000_000] as const),
  ...wholeReaders.map((reader) => [...reader, 100_000] as const),
])('%s', (_name, read, length) => {
  test('reads a long text of one piece in a few scans', () => {
    const slow = pieces.flatMap((piece) => {
      const text = `${piece.repeat(Math.ceil(length / piece.length))}\u0001`;
      const cost = costOf(() => read(text));
      return cost < limitMs ? [] : [`${JSON.stringify(piece)}: ${cost.toFixed(0)} ms`];
    });
    expect(slow).toEqual([]);
  });
});
