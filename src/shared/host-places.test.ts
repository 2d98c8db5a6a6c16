import { HostPlaces, type HostPlace } from './host-places';

const limits = { slowMs: 2_000, ofOneHost: 2, ofSlowHosts: 3 };

describe('places for requests to hosts', () => {
  let now: number;
  let places: HostPlaces;
  beforeEach(() => {
    now = 0;
    places = new HostPlaces(limits, () => now);
  });

  const leave = (place: HostPlace) => ('leave' in place ? place.leave() : expect(place).toHaveProperty('leave'));
  const take = (host: string, ms: number) => {
    const place = places.enter(host);
    now += ms;
    leave(place);
  };

  it('are without limit while a host is quick', () => {
    take('quick', 10);
    for (let n = 0; n < 50; n += 1) expect(places.enter('quick')).toHaveProperty('leave');
  });

  it('are few for a host that was slow, and who comes later is told when, one after the other', () => {
    take('slow', 10_000);
    const two = [places.enter('slow'), places.enter('slow')];
    expect([0, 1, 2].map(() => places.enter('slow'))).toEqual([
      { waitMs: 5_000 },
      { waitMs: 10_000 },
      { waitMs: 15_000 },
    ]);
    expect(places.enter('other')).toHaveProperty('leave');
    now += 100;
    two.forEach(leave);
    // It has recovered.
    for (let n = 0; n < 5; n += 1) expect(places.enter('slow')).toHaveProperty('leave');
  });

  it('are few for a host that keeps requests waiting now, though it never answered before', () => {
    for (let n = 0; n < 6; n += 1) expect(places.enter('hangs')).toHaveProperty('leave');
    now += 2_000;
    expect(places.enter('hangs')).toHaveProperty('waitMs');
  });

  it('of all slow hosts together are few, however many they are', () => {
    for (const host of ['a', 'b', 'c', 'd']) take(host, 3_000);
    const answers = ['a', 'b', 'c', 'd'].map((host) => Object.keys(places.enter(host)));
    expect(answers).toEqual([['leave'], ['leave'], ['leave'], ['waitMs']]);
  });

  it('are promised for five minutes at most', () => {
    take('slow', 100_000);
    places.enter('slow');
    places.enter('slow');
    const waits = Array.from({ length: 50 }, () => places.enter('slow'));
    for (const one of waits) expect('waitMs' in one && one.waitMs <= 300_000).toBe(true);
  });
});
