import fc from 'fast-check';
import { openTestDatabase } from '../../test/support/databases';
import { cursorKeyOf } from '../store/access/cursor-key';
import { listIdentity, readCursor, writeCursor } from './cursor';
import { cursorAfterRevision, hasExpired, readFeedCursor, writeFeedCursor } from './feed-cursor';

const key = Buffer.alloc(32, 7);
const list = listIdentity('organization', 'list_leads', { search: 'x' });
const position = fc.record({
  revision: fc.nat(),
  id: fc.uuid(),
  keys: fc.array(
    fc.oneof(
      fc.integer(),
      fc.string({ maxLength: 22, unit: 'grapheme' }).filter((s) => !s.includes('\n')),
    ),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
});

describe('cursors', () => {
  it('come back as they were written, within 256 characters', () => {
    fc.assert(
      fc.property(position, (given) => {
        const cursor = writeCursor(key, list, given);
        expect(cursor.length).toBeLessThanOrEqual(256);
        expect(readCursor(key, list, cursor)).toEqual(given);
      }),
    );
  });

  it('of earlier releases are read: a page that was open before an update goes on after it', () => {
    const filters = { sortBy: 'name', search: 'x', leadTier: ['PRIORITY', 'NURTURE'] };
    const position = { revision: 12, id: '0198c0de-0000-7000-8000-000000000001', keys: [-7, 'Anna'] };
    for (const [before, of] of [
      ['k9A69gGVgyz4WOLtMTIKMDE5OGMwZGUtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxCm4tNwpzQW5uYQ', list],
      [
        'kt0fhb6TKS8_l4stMTIKMDE5OGMwZGUtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxCm4tNwpzQW5uYQ',
        listIdentity('organization', 'list_leads', filters),
      ],
    ] as const) {
      expect(readCursor(key, of, before)).toEqual(position);
      expect(writeCursor(key, of, position)).toBe(before);
    }
  });

  it('have one key, which every process and every later release finds in the database', async () => {
    const opened = await openTestDatabase('sqlite');
    try {
      const first = await cursorKeyOf(opened.db);
      expect([first.length, await cursorKeyOf(opened.db)]).toEqual([32, first]);
      const names = await opened.db.select("SELECT name FROM service_state WHERE name LIKE '%cursor%' OR name = ''");
      expect(names).toEqual([{ name: 'cursor_key' }]);
    } finally {
      await opened.close();
    }
  });

  it('are refused when a single character changes, when cut, and when lengthened', () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.constantFrom(...'ABCxyz019-_'.split('')), (given, at, letter) => {
        const cursor = writeCursor(key, list, given);
        const place = at % cursor.length;
        const flipped = cursor.slice(0, place) + letter + cursor.slice(place + 1);
        if (flipped !== cursor) expect(readCursor(key, list, flipped)).toBeUndefined();
        expect(readCursor(key, list, cursor.slice(0, -1))).toBeUndefined();
        expect(readCursor(key, list, `${cursor}A`)).toBeUndefined();
        expect(readCursor(key, list, `${cursor}=`)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['another workspace', listIdentity('other', 'list_leads', { search: 'x' })],
    ['another query', listIdentity('organization', 'list_signals', { search: 'x' })],
    ['another filter value', listIdentity('organization', 'list_leads', { search: 'y' })],
    ['a further filter', listIdentity('organization', 'list_leads', { search: 'x', origin: 'agent' })],
  ])('are refused for %s', (_, other) => {
    const cursor = writeCursor(key, list, { revision: 1, id: 'a', keys: [1] });
    expect(readCursor(key, other, cursor)).toBeUndefined();
    expect(readCursor(Buffer.alloc(32, 8), list, cursor)).toBeUndefined();
  });

  it('do not depend on the order of filters or of the values in one', () => {
    expect(listIdentity('o', 'q', { a: ['2', '1', '1'], b: 1, c: undefined })).toBe(
      listIdentity('o', 'q', { b: 1, a: ['1', '2'] }),
    );
  });

  it('after a revision begin with the next one, for readers of any kind of change', () => {
    const of = { cursorKey: key, organizationId: 'organization' };
    const start = { revision: 8, kind: '', id: '', since: 1_000 };
    expect(readFeedCursor(of, cursorAfterRevision(of, 7, 1_000), ['lead'])).toEqual(start);
  });

  it('of the feed belong to the kinds that were asked for, and name one of them and a time', () => {
    const of = { cursorKey: key, organizationId: 'organization' };
    const at = { revision: 8, kind: 'lead', id: 'a', since: 1_000 } as const;
    expect(readFeedCursor(of, writeFeedCursor(of, at, ['lead']), ['lead'])).toEqual(at);
    expect(readFeedCursor(of, writeFeedCursor(of, at, ['lead']), ['account'])).toBeUndefined();
    const written = (keys: readonly (string | number)[]) =>
      readFeedCursor(
        of,
        writeCursor(key, listIdentity('organization', 'list_changes', {}), { revision: 8, id: 'a', keys }),
        ['lead'],
      );
    expect(written(['lead', 1_000])).toEqual(at);
    expect(written(['nonsense', 1_000])).toBeUndefined();
    expect(written(['lead', '1000'])).toBeUndefined();
    expect(written(['lead'])).toBeUndefined();
  });

  it('of the feed are good for 90 days', () => {
    const position = { revision: 8, kind: 'lead', id: 'a', since: 1_000 } as const;
    const days = 90 * 86_400_000;
    expect([hasExpired(position, 1_000 + days), hasExpired(position, 1_001 + days)]).toEqual([false, true]);
  });
});
