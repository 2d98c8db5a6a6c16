/** A comment that names a watched competitor is read with that: whatever came first, the comment or the watchlist. */
import { workOffQueue } from '../../src/scoring/rescore';
import { removeWatchlistEntry, saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { activity, importInto, ndjson, now, slugUrl, useSite, watched } from './support/site';

const site = useSite('sqlite');
const hebemax = watched('hebemax', {
  person: { memberId: null, slug: 'hebemax', isCompany: true },
  profileUrl: 'https://www.linkedin.com/company/hebemax/',
  displayName: 'Hebemax Gabelstapler GmbH',
  profileType: 'COMPETITOR',
  relationship: 'COMPETITOR',
});
const comment = (person: string, commentText: string) => ({
  kind: 'comment',
  profileUrl: slugUrl(person),
  name: person,
  headline: 'Head of Logistics',
  postUrl: activity(1),
  occurredAt: '2026-11-01T10:00:00Z',
  commentText,
});

it('says that they leave', async () => {
  const org = await site.workspace();
  const take = async (name: string, rows: readonly object[]) => {
    await importInto(site, org, site.file(name, ndjson(rows)));
    await workOffQueue(site.db, org, now);
  };
  const said = async () =>
    (
      await site.db.select<{ comment_class: string }>(
        'SELECT comment_class FROM engagements WHERE organization_id = ? ORDER BY comment_excerpt',
        [org],
      )
    ).map((row) => row.comment_class);

  await take('first.ndjson', [
    comment('anna', "Hebemax c'est fini pour nous"),
    comment('bert', 'Hebetech has a new stand this year'),
  ]);
  expect(await said()).toEqual(['plain', 'plain']);

  const { id } = await saveWatchlistEntry(site.db, org, hebemax, now);
  await workOffQueue(site.db, org, now);
  expect(await said()).toEqual(['leaving', 'plain']);

  await take('second.ndjson', [comment('carl', 'Our contract with Hebemax ends in May')]);
  expect((await said()).sort()).toEqual(['leaving', 'leaving', 'plain']);

  await removeWatchlistEntry(site.db, org, id);
  await workOffQueue(site.db, org, now);
  expect(await said()).toEqual(['plain', 'plain', 'plain']);
});

it('says that they leave under the competitor’s own post, where nobody is named', async () => {
  const org = await site.workspace();
  const text = 'Llevamos un año peleando con el proveedor de siempre y ya avisamos que no seguimos.';
  const said = () =>
    site.db.select<{ post: string; said: string }>(
      `SELECT SUBSTR(po.urn, -1) AS post, e.comment_class AS said FROM engagements e
       JOIN posts po ON po.organization_id = e.organization_id AND po.id = e.post_id
       WHERE e.organization_id = ? ORDER BY 1`,
      [org],
    );
  const written = {
    ...{ kind: 'post', postUrl: activity(1), text: 'Our new fleet', authorName: 'Hebemax Gabelstapler GmbH' },
    authorProfileUrl: 'https://www.linkedin.com/company/hebemax/',
  };
  const rows = [written, comment('dora', text), { ...comment('emil', text), postUrl: activity(2) }];
  await importInto(site, org, site.file('before.ndjson', ndjson(rows)));
  await workOffQueue(site.db, org, now);
  const [own, other] = await said();
  expect([own?.said, other?.said]).toEqual(['plain', 'plain']);

  const { id } = await saveWatchlistEntry(site.db, org, hebemax, now);
  await workOffQueue(site.db, org, now);
  expect((await said()).map((one) => one.said)).toEqual(['leaving', 'plain']);
  await importInto(site, org, site.file('after.ndjson', ndjson([comment('finn', text)])));
  expect((await said()).map((one) => one.said)).toEqual(['leaving', 'leaving', 'plain']);

  await removeWatchlistEntry(site.db, org, id);
  await workOffQueue(site.db, org, now);
  expect((await said()).map((one) => one.said)).toEqual(['plain', 'plain', 'plain']);
});
