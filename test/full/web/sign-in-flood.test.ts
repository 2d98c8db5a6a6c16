/**
 * Strangers try passwords at the front door, ten a second, while people sign in: from 200 addresses behind a proxy that is trusted,
 * and all from one address. Counted are the outcomes of those who know their password.
 */
import { password, person, startConsentService, type ConsentService } from '../../web/support/service';
import { formTokenIn, Visitor } from '../../web/support/visitor';

const address = '/consent?requestToken=any';

/** A browser at an address, as the proxy tells it. */
class Browser {
  private readonly visitor: Visitor;
  private formToken = '';

  constructor(
    service: ConsentService,
    readonly forwardedFor: string,
  ) {
    this.visitor = new Visitor(service);
  }

  async signIn(email: string, secret: string): Promise<number> {
    if (this.formToken === '') this.formToken = formTokenIn((await this.visitor.get(address)).text);
    const fields = { requestToken: 'any', formToken: this.formToken, email, password: secret };
    return (await this.visitor.post('/sign-in', fields, { 'X-Forwarded-For': this.forwardedFor })).status;
  }

  /** The same browser after its owner has moved. */
  movedTo(service: ConsentService, forwardedFor: string): Browser {
    const moved = new Browser(service, forwardedFor);
    for (const [name, value] of this.visitor.cookies) {
      // The session has ended; the mark of the browser lasts.
      if (name.endsWith('device')) moved.visitor.cookies.set(name, value);
    }
    return moved;
  }
}

/** Tries passwords, ten a second, until it is told to stop. @returns how many answers of each status it had. */
function flood(tryOne: (n: number) => Promise<number>) {
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  let n = 0;
  const timer = setInterval(() => {
    const one = tryOne(n++).then((status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      underWay.delete(one);
    });
    underWay.add(one);
  }, 100);
  return {
    answered: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return statuses;
    },
  };
}

const until = async (reached: () => boolean) => {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** What is tried, and between how many tries she signs in: in the end her account has had more than the hundred of an hour. */
const accounts: readonly (readonly [string, (n: number) => string, number])[] = [
  ['her account', () => 'owner@example.com', 55],
  ['ever new accounts', (n) => `nobody${n}@example.com`, 55],
  ['both in turns', (n) => (n % 2 ? 'owner@example.com' : `nobody${n}@example.com`), 110],
];

test.each(accounts)(
  '200 addresses try %s: three of three get in, known browser and clean address',
  async (_name, account, between) => {
    const service = await startConsentService({ TRUST_PROXY: '1' });
    await person(service, 'owner@example.com', { Acme: 'OWNER' });
    const home = new Browser(service, '203.0.113.1');
    expect(await home.signIn('owner@example.com', password)).toBe(303);
    const strangers = Array.from({ length: 200 }, (_, n) => new Browser(service, `198.51.100.${n}`));
    const attack = flood((n) => strangers[n % 200]?.signIn(account(n), 'a guess') ?? Promise.resolve(0));
    const outcomes: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await until(() => attack.answered() >= 20 + n * between);
      // The browser she knows, at an address that attacks; and a new browser at an address without failures.
      const known = home.movedTo(service, `198.51.100.${n}`);
      const clean = new Browser(service, `203.0.113.${10 + n}`);
      outcomes.push(...(await Promise.all([known, clean].map((one) => one.signIn('owner@example.com', password)))));
    }
    const statuses = await attack.stop();
    await service.close();
    expect(outcomes).toEqual([303, 303, 303, 303, 303, 303]);
    expect([...statuses.keys()].every((status) => status === 403 || status === 429)).toBe(true);
  },
);

test('all from one address: five guesses of an account and fifty in all are looked at, and known browsers get in', async () => {
  const service = await startConsentService();
  await person(service, 'owner@example.com', { Acme: 'OWNER' });
  await person(service, 'other@example.com', { Acme: 'MEMBER' });
  const [owner, other] = [new Browser(service, '203.0.113.1'), new Browser(service, '203.0.113.2')];
  expect(await owner.signIn('owner@example.com', password)).toBe(303);
  expect(await other.signIn('other@example.com', password)).toBe(303);
  const stranger = new Browser(service, '198.51.100.1');
  const attack = flood((n) => stranger.signIn(n % 2 ? 'owner@example.com' : `nobody${n}@example.com`, 'a guess'));
  const outcomes: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await until(() => attack.answered() >= 10 + n * 60);
    outcomes.push(await owner.signIn('owner@example.com', password), await other.signIn('other@example.com', password));
  }
  const statuses = await attack.stop();
  await service.close();
  expect(outcomes).toEqual([303, 303, 303, 303, 303, 303]);
  // Five of the owner's from her known place, and fifty of nobodies.
  expect(statuses.get(403)).toBe(55);
});
