/** By which words leads are found: those of today, and of nobody else. */
import { activity, importInto, memberId, ndjson, useSite } from './support/site';

const site = useSite('sqlite');

it('a lead whose headline changed is found by the new words, and by the old ones no more', async () => {
  const org = await site.workspace();
  const take = (day: number, headline: string) => {
    const observedAt = `2026-11-0${day}T10:00:00Z`;
    const who = { memberId: memberId(1), name: 'Ada Okoro', headline };
    const row = { kind: 'like', ...who, postUrl: activity(day), occurredAt: observedAt, observedAt };
    return importInto(site, org, site.file(`words-${day}.ndjson`, ndjson([row])));
  };
  const termsOf = async () => {
    const rows = await site.db.select<{ term: string }>('SELECT term FROM lead_terms WHERE organization_id = ?', [org]);
    return rows.map(({ term }) => term).sort();
  };
  await take(1, 'Beekeeper at Zanzibartech');
  expect(await termsOf()).toEqual(expect.arrayContaining(['ada', 'beekeeper', 'okoro']));
  await take(2, 'VP Quixotry at Globex');
  const terms = await termsOf();
  expect(terms).toEqual(expect.arrayContaining(['ada', 'okoro', 'quixotry', 'globex']));
  expect(terms).not.toContain('beekeeper');
  expect(terms).not.toContain('zanzibartech');
});
