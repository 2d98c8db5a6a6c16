/** Floods against the order of password checks, counted in turns: how many strangers go before the person, and who gives way. */
import { places, round, turnClasses, Turns, type TurnClass, type Waiting } from './password-turns';

interface Try extends Waiting {
  readonly name: string;
}
const tryOf = (name: string, of: TurnClass, address: string, account: string): Try => ({
  name,
  class: of,
  shares: [`at ${address}`, `to ${account}`],
});

/** Strangers' tries, without end: the n-th one. */
type Flood = (n: number) => Try;
const flood =
  (of: TurnClass, address: (n: number) => string, account: (n: number) => string): Flood =>
  (n) =>
    tryOf('stranger', of, address(n), account(n));

const floods: readonly (readonly [string, Flood])[] = [
  [
    '200 addresses on her account',
    flood(
      'other',
      (n) => `a${n % 200}`,
      () => 'her',
    ),
  ],
  [
    '200 addresses on 200 accounts',
    flood(
      'other',
      (n) => `a${n % 200}`,
      (n) => `p${n % 200}`,
    ),
  ],
  [
    'one address on ever new accounts',
    flood(
      'other',
      () => 'proxy',
      (n) => `p${n}`,
    ),
  ],
  [
    'one clean address on ever new accounts',
    flood(
      'clean',
      () => 'a',
      (n) => `p${n}`,
    ),
  ],
  [
    'ever new clean addresses on one account of somebody else',
    flood(
      'clean',
      (n) => `a${n}`,
      () => 'other',
    ),
  ],
  [
    'a member who uses marks of his own browsers',
    flood(
      'known',
      (n) => `a${n}`,
      () => 'member',
    ),
  ],
  ['all of these', (n) => floods[n % (floods.length - 1)]?.[1](n) ?? tryOf('stranger', 'other', 'a', 'p')],
];

/**
 * Lets strangers come ten for each check that is made, and the person in their midst.
 * @returns how many turns others had before hers; undefined when she had to give way.
 */
function turnsBefore(her: Try, strangers: Flood, warmUp: number): number | undefined {
  const turns = new Turns<Try>();
  let n = 0;
  const come = () => {
    for (let i = 0; i < 10; i += 1) if (turns.add(strangers(n++)) === her) return false;
    return true;
  };
  for (let i = 0; i < warmUp; i += 1) {
    come();
    turns.next();
  }
  for (let i = 0; i < 5; i += 1) turns.add(strangers(n++));
  if (turns.add(her) === her) return undefined;
  for (let before = 0; before < 1_000; before += 1) {
    if (!come()) return undefined;
    if (turns.next() === her) return before;
  }
  return undefined;
}

describe.each(floods)('%s', (_name, strangers) => {
  test.each([0, 1, 7, 60, 300])(
    'after %i checks: a known browser and a clean address wait for a few turns at most',
    (warmUp) => {
      const known = tryOf('she', 'known', 'a1', 'her');
      const clean = tryOf('she', 'clean', 'her place', 'her');
      expect(turnsBefore(known, strangers, warmUp)).toBeLessThanOrEqual(round.length);
      expect(turnsBefore(clean, strangers, warmUp)).toBeLessThanOrEqual(round.length);
    },
  );
});

test('positive control: one that nothing tells from the strangers does give way', () => {
  const endless = flood(
    'clean',
    (n) => `a${n}`,
    (n) => `p${n}`,
  );
  const her = tryOf('she', 'clean', 'her place', 'her');
  expect(turnsBefore(her, endless, 60)).toBeUndefined();
});

test('every class has its turns of each round while all of them wait', () => {
  const turns = new Turns<Try>();
  const had: Record<TurnClass, number> = { known: 0, clean: 0, other: 0 };
  for (let n = 0; n < 80; n += 1) {
    for (const of of turnClasses) turns.add(tryOf('one', of, `a${n}`, `p${n}`));
    const next = turns.next();
    if (next) had[next.class] += 1;
  }
  expect(had).toEqual({ known: 40, clean: 30, other: 10 });
});

test('turns that nobody of a class needs are used by the others', () => {
  const turns = new Turns<Try>();
  const tries = [1, 2, 3].map((n) => tryOf(`${n}`, 'other', `a${n}`, 'p'));
  for (const one of tries) turns.add(one);
  expect([1, 2, 3, 4].map(() => turns.next()?.name)).toEqual(['1', '2', '3', undefined]);
});

test.each(turnClasses)('of %s no more wait than there are places, and the last of the busiest gives way', (of) => {
  const turns = new Turns<Try>();
  const gone: (string | undefined)[] = [];
  for (let n = 0; n <= places[of]; n += 1) gone.push(turns.add(tryOf(`busy ${n}`, of, 'a', `p${n}`))?.name);
  expect(gone.filter(Boolean)).toEqual([`busy ${places[of]}`]);
  expect(turns.add(tryOf('quiet', of, 'b', 'q'))?.name).toBe(`busy ${places[of] - 1}`);
  expect(turns.next()?.name).toBe('busy 0');
  expect(turns.next()?.name).toBe('quiet');
});

test('who shares address or account with those before goes after who shares neither', () => {
  const turns = new Turns<Try>();
  const order = [
    tryOf('1', 'other', 'a', 'p'),
    tryOf('3', 'other', 'a', 'q'),
    tryOf('2', 'other', 'b', 'r'),
    tryOf('4', 'other', 'b', 'p'),
  ];
  for (const one of order) turns.add(one);
  expect([1, 2, 3, 4].map(() => turns.next()?.name)).toEqual(['1', '2', '3', '4']);
});

test('a turn without waiting counts as one: who had it waits behind who had none', () => {
  const turns = new Turns<Try>();
  turns.noteTurn(tryOf('first', 'clean', 'a', 'x'));
  turns.add(tryOf('again', 'clean', 'a', 'y'));
  turns.add(tryOf('new', 'clean', 'b', 'z'));
  expect([turns.next()?.name, turns.next()?.name, turns.next()]).toEqual(['new', 'again', undefined]);
});

test('so does one for the same account from another place, and none of another class', () => {
  const turns = new Turns<Try>();
  turns.noteTurn(tryOf('first', 'other', 'a', 'x'));
  turns.noteTurn(tryOf('elsewhere', 'known', 'b', 'z'));
  turns.add(tryOf('again', 'other', 'c', 'x'));
  turns.add(tryOf('new', 'other', 'b', 'z'));
  expect([turns.next()?.name, turns.next()?.name]).toEqual(['new', 'again']);
});
