/** What an account is called: as most of its active leads write it; of names as frequent, the one that was written first. */
import { workOffQueue } from '../../src/scoring/rescore';
import { activity, importInto, ndjson, now, slugUrl, useSite } from './support/site';

const site = useSite('sqlite');
let made = 0;

/** Imports one file for each list of company names, one person a name; returns what the accounts are called. */
async function namesAfter(...files: readonly (readonly string[])[]): Promise<string[]> {
  const org = await site.workspace();
  for (const companies of files) {
    const rows = companies.flatMap((companyName) => {
      const profileUrl = slugUrl(`person-${(made += 1)}`);
      const like = { kind: 'like', profileUrl, name: `Person ${made}`, headline: 'VP Sales', postUrl: activity(1) };
      return [
        { ...like, occurredAt: '2026-11-01T10:00:00Z' },
        { kind: 'person', profileUrl, companyName },
      ];
    });
    await importInto(site, org, site.file(`names-${made}.ndjson`, ndjson(rows)));
    await workOffQueue(site.db, org, now);
  }
  const rows = await site.db.select<{ name: string }>('SELECT name FROM accounts WHERE organization_id = ?', [org]);
  return rows.map(({ name }) => name);
}

it.each<[string, readonly (readonly string[])[], string]>([
  ['the only one', [['Globex']], 'Globex'],
  ['without its legal form', [['Globex GmbH']], 'Globex'],
  ['the more frequent one', [['GLOBEX', 'Globex', 'Globex']], 'Globex'],
  ['the more frequent one, that came later', [['GLOBEX'], ['Globex', 'Globex']], 'Globex'],
  ['of equals the one written first', [['GLOBEX'], ['Globex']], 'GLOBEX'],
])('%s', async (_name, files, name) => expect(await namesAfter(...files)).toEqual([name]));
