import fc from 'fast-check';
import { LastSeenBuffer } from './last-seen-buffer';

/** The same behaviour, implemented by copying everything for each transaction. */
class Model {
  private committed = new Map<string, number>();
  private now = new Map<string, number>();

  get(id: string) {
    return this.now.get(id) ?? 0;
  }
  get size() {
    return this.now.size;
  }
  set(id: string, at: number) {
    this.now.set(id, at);
  }
  remove(id: string) {
    this.now.delete(id);
  }
  commit() {
    this.committed = new Map(this.now);
  }
  rollback() {
    this.now = new Map(this.committed);
  }
  all() {
    return [...this.now].sort();
  }
}

/** Many people rarely and a few often, so that a transaction changes some of them more than once. */
const id = fc
  .oneof(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 5 }))
  .map((number) => `person-${number}`);
const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ do: fc.constant('set' as const), id, at: fc.integer({ min: 1, max: 2 ** 45 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('remove' as const), id, at: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('commit', 'rollback', 'removeAll'), id, at: fc.constant(0) }),
  },
);

describe('the last-seen buffer', () => {
  it('are those of the committed transactions and of the one that goes on', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const [sightings, model] = [new LastSeenBuffer(), new Model()];
        for (const one of steps) {
          for (const side of [sightings, model]) {
            if (one.do === 'set') side.set(one.id, one.at);
            else if (one.do === 'remove') side.remove(one.id);
            else if (one.do === 'removeAll') for (const [gone] of side.all()) side.remove(gone);
            else side[one.do === 'commit' ? 'commit' : 'rollback']();
          }
          // Compared here, not by an `expect` for each step: these take longer than the steps.
          if (sightings.get(one.id) !== model.get(one.id)) expect(sightings.get(one.id)).toBe(model.get(one.id));
          if (sightings.size < model.size) expect(sightings.size).toBeGreaterThanOrEqual(model.size);
        }
        expect(sightings.all().sort()).toEqual(model.all());
      }),
      { numRuns: 30 },
    );
  });

  it('of a failed transaction are what they were before it, also when it changed one twice', () => {
    const sightings = new LastSeenBuffer();
    sightings.set('a', 1);
    sightings.commit();
    sightings.set('a', 2);
    sightings.set('a', 3);
    sightings.rollback();
    expect(sightings.get('a')).toBe(1);
  });

  it('that were all written take no room', () => {
    const sightings = new LastSeenBuffer();
    sightings.set('a', 1);
    sightings.commit();
    sightings.remove('a');
    sightings.commit();
    expect(sightings.size).toBe(0);
  });
});
