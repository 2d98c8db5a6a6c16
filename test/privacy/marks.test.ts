/** A mark never becomes weaker: not by a later objection, not beside a mark of an older release, not by importing again. */
import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { activity, importInto, ndjson, slugUrl } from '../import/support/site';
import { byProfile, ines, openHousehold, rows, type Household } from './support/household';

describe('a mark of a person', () => {
  let house: Household;
  beforeEach(async () => {
    house = await openHousehold('sqlite');
  });
  afterEach(() => house.close());

  const importRows = (name: string, ...records: readonly object[]) =>
    importInto(house.site, house.organizationId, house.site.file(name, ndjson(records)));
  const like = { kind: 'like', profileUrl: slugUrl(ines.slug), name: ines.name, postUrl: activity(1) };

  it('is not weakened by an objection after an erasure', async () => {
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    await house.requests.object(byProfile);
    expect(await importRows('after.ndjson', like)).toMatchObject({ suppressed: 1, people: { new: 0 } });
  });

  it.each([
    ['suppressed', 'no_contact'],
    ['no_contact', 'suppressed'],
  ])('of a release before that is %s, beside one of today that is %s, suppresses', async (former, today) => {
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    const secret = readFileSync(join(house.dataDir, 'suppression-key'), 'utf8').trim();
    const key = Buffer.from(hkdfSync('sha256', secret, 'leadlight', 'digests', 32));
    const digest = createHmac('sha256', key)
      .update(`${house.organizationId}\nmember\n${ines.memberId}`)
      .digest('base64url');
    await house.db.run(
      `INSERT INTO privacy_marks (organization_id, digest, effect, kind, subject, created_at)
       SELECT organization_id, ?, ?, kind, subject, created_at FROM privacy_marks WHERE kind = 'member'`,
      [digest, former],
    );
    await house.db.run("UPDATE privacy_marks SET effect = ? WHERE kind = 'member' AND digest <> ?", [today, digest]);
    expect(await importRows('after.ndjson', { ...like, profileUrl: slugUrl(ines.memberId) })).toMatchObject({
      suppressed: 1,
      people: { new: 0 },
    });
  });

  it('keeps her name from posts that are found after an objection, however often they are imported', async () => {
    const post = { ...rows.own, postUrl: activity(50), text: 'On other matters' };
    const found = () =>
      house.db.select("SELECT author_name, author_profile_url FROM posts WHERE content_text LIKE 'On%'");
    await importRows('control.ndjson', { ...post, postUrl: activity(49), authorMemberId: undefined });
    expect(await found()).toEqual([{ author_name: ines.name, author_profile_url: slugUrl(ines.slug) }]);
    await house.requests.object(byProfile);
    for (const name of ['first.ndjson', 'again.ndjson']) await importRows(name, post);
    const nobody = { author_name: null, author_profile_url: null };
    expect(await found()).toEqual([nobody, nobody]);
  });
});
