/** A preview and a run say the same of the same people, no matter who they are and how often they engaged: fifty populations, a thousand in the proofs. */
import type { Database } from '../../../src/database/database';
import { atLength } from '../../support/at-length';
import { askBoth } from '../../agent/support/populations';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';

const populations = atLength(50, 1_000);
const inOneDatabase = 25;

test.each(Array.from({ length: populations / inOneDatabase }, (_, at) => at * inOneDatabase + 1))(
  `${inOneDatabase} populations from number %i`,
  async (first) => {
    let opened: OpenTestDatabase | undefined;
    try {
      opened = await openTestDatabase('sqlite');
      const db: Database = opened.db;
      const seen = { all: 0, part: 0, repeated: 0, decisions: new Set<string | null>() };
      for (let seed = first; seed < first + inOneDatabase; seed += 1) {
        const { preview, run, all, repeated } = await askBoth(db, seed);
        if (all) expect({ seed, said: preview }).toEqual({ seed, said: run });
        else
          for (const [name, said] of preview) expect({ seed, name, said }).toEqual({ seed, name, said: run.get(name) });
        seen[all ? 'all' : 'part'] += 1;
        seen.repeated += repeated;
        for (const { decision } of run.values()) seen.decisions.add(decision);
      }
      // The populations hold what makes a difference.
      expect(seen.decisions).toEqual(new Set(['ACCEPTED', 'REJECTED', 'DUPLICATE']));
      expect(Math.min(seen.all, seen.part, seen.repeated)).toBeGreaterThan(0);
    } finally {
      await opened?.close();
    }
  },
);
