/** People who asked not to be stored are recognised however an export, or a request, spells them; marks of older releases hold. */
import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceOf } from '../../tools/privacy/person';
import { leftoversIn } from '../../src/privacy/leftovers';
import { activity, importInto, ndjson } from '../import/support/site';
import { availableDatabases } from '../support/databases';
import { network } from '../support/network';
import { byProfile, ines, openHousehold, rows, type Household } from './support/household';

const page = (name: string) => `https://www.linkedin.com/in/${name}`;
const wide = (text: string) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** How exports write her; the first is the control. */
const spelled: readonly string[] = [
  page(ines.slug),
  page(`${ines.slug}.`),
  page(`${ines.slug};x=1`),
  page(`${ines.slug}%2C`),
  page(`${ines.slug}%252C`),
  page(`${ines.slug}/?trk=public#about`),
  page(`${ines.slug}%3Ftrk=x`),
  page('ines%2Dhaddad%2Dwexley'),
  page(ines.slug.toUpperCase()),
  page(wide(ines.slug)),
  page(`ines\u200b-haddad-wexley`),
  page(`ines%E2%80%8D-haddad-wexley`),
  page('ﬁnes-haddad-wexley'.replace('ﬁ', 'ⁱ')),
  `https://de.linkedin.com/in/${ines.slug}/de`,
  `https://www.linkedin.com//in/${ines.slug}//`,
  `https:\\\\www.linkedin.com\\in\\${ines.slug}`,
  page(`${ines.slug}%00`),
  page(`${ines.slug}%0D%0Ax`),
  page(`${ines.slug}\u0007`),
  page('ines&#45;haddad&#x2d;wexley'),
  page('ines\\u002dhaddad\\u002Dwexley'),
  page('ines-h\\u0061ddad-wexley'),
  page('ines-h\u0430dd\u0430d-wexley'),
  page(ines.memberId),
  page(ines.memberId.toLowerCase()),
  page(ines.memberId.toUpperCase()),
  page(ines.memberId.replace('ACo', 'ACw')),
  page(`${ines.memberId};x=1`),
  page(`${ines.memberId}%2C`),
  `urn:li:fsd_profile:${ines.memberId.toLowerCase()}`,
];

describe.each(availableDatabases())('spellings on %s', (kind) => {
  let house: Household;
  beforeEach(async () => {
    house = await openHousehold(kind);
  });
  afterEach(() => house.close());

  const likes = (urls: readonly string[]) =>
    ndjson(urls.map((profileUrl, at) => ({ kind: 'like', profileUrl, name: `Spelled ${at}`, postUrl: activity(1) })));
  const importRows = (name: string, text: string) =>
    importInto(house.site, house.organizationId, house.site.file(name, text));
  const stored = () => house.db.select("SELECT display_name FROM people WHERE display_name LIKE 'Spelled%'");

  it('an erased person is recognised in all of them, and none is stored', async () => {
    expect(await importRows('control.ndjson', likes([page('somebody-else')]))).toMatchObject({ people: { new: 1 } });
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    expect(await importRows('spelled.ndjson', likes(spelled))).toMatchObject({
      suppressed: spelled.length,
      people: { new: 0 },
    });
    expect(await stored()).toHaveLength(1);
    expect(await leftoversIn(house.db, house.organizationId)).toEqual({});
  });

  it.each(spelled)('a request may name her as %j', async (spelling) => {
    const found = await house.requests.find(referenceOf(spelling, { network, organizationId: house.organizationId }));
    expect(found.personIds).toHaveLength(1);
  });

  it('marks of a release before still hold, in its form and in the spellings of it', async () => {
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    const secret = readFileSync(join(house.dataDir, 'suppression-key'), 'utf8').trim();
    const key = Buffer.from(hkdfSync('sha256', secret, 'leadlight', 'digests', 32));
    const digest = (form: string) =>
      createHmac('sha256', key).update(`${house.organizationId}\n${form}`).digest('base64url');
    await house.db.run("DELETE FROM privacy_marks WHERE kind = 'member'");
    await house.db.run(
      `INSERT INTO privacy_marks (organization_id, digest, effect, kind, subject, created_at)
       SELECT organization_id, ?, effect, 'member', subject, created_at FROM privacy_marks WHERE kind = 'slug'`,
      [digest(`member\n${ines.memberId}`)],
    );
    await house.db.run("UPDATE privacy_marks SET digest = ? WHERE kind = 'slug'", [digest(`slug\n${ines.slug}`)]);
    const known = [page(ines.memberId), page(ines.memberId.replace('ACo', 'ACw')), page(`${ines.slug}.`)];
    expect(await importRows('before.ndjson', likes(known))).toMatchObject({ suppressed: 3, people: { new: 0 } });
    // Seen once, the id is remembered in today's form: also without its case from now on.
    expect(await importRows('after.ndjson', likes([page(ines.memberId.toLowerCase())]))).toMatchObject({
      suppressed: 1,
    });
  });

  it('one person however their id is spelled, in one file and over several', async () => {
    const other = rows.others[0]?.memberId ?? '';
    const ids = [other, other.toLowerCase(), other.replace('ACo', 'ACw'), `${other};x=1`];
    expect(await importRows('one.ndjson', likes(ids.map(page)))).toMatchObject({ people: { new: 0 } });
    const fresh = ines.memberId.replace(/.$/, 'Z');
    const spellings = [fresh.toLowerCase(), fresh, fresh.replace('ACo', 'ACw')];
    expect(await importRows('two.ndjson', likes(spellings.map(page)))).toMatchObject({ people: { new: 1 } });
  });

  it('names in other people’s comments go in every order and script', async () => {
    const comments = ['佐藤直樹さんの通り', '直樹 佐藤さん', '佐藤・直樹', 'as Satō, Naoki wrote', 'naoki sato!'];
    const his = { kind: 'like', profileUrl: page('sato-n-77'), postUrl: activity(1) };
    const texts = comments.map((commentText, at) => ({
      ...rows.others[at % 3],
      commentText,
      postUrl: activity(5 + at),
    }));
    const named = [
      { ...his, name: '佐藤 直樹' },
      { kind: 'post', postUrl: activity(30), text: 'x', authorProfileUrl: page('sato-n-77'), authorName: 'Naoki Satō' },
    ];
    await importRows('names.ndjson', ndjson([...named, ...texts]));
    await house.requests.erase({ identities: [{ kind: 'slug', value: 'sato-n-77' }] }, { purge: true });
    await house.requests.finish();
    const left = await house.db.select<{ comment_excerpt: string }>(
      "SELECT comment_excerpt FROM engagements WHERE comment_excerpt LIKE '%erased%'",
    );
    expect(left).toHaveLength(comments.length);
    const all = JSON.stringify(await house.db.select('SELECT * FROM engagements'));
    expect(all).not.toMatch(/佐藤|直樹|naoki|Satō/i);
  });
});
