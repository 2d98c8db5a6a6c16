/** Where an answer has no room for all of a comment, its end stays: often it is the last sentence that says what they want. */
import { query } from '../../tools/catalogue';
import { ask, workspaceOf } from '../store/support/ask';
import { makeWorld } from '../store/support/world';
import { openTestDatabase } from '../support/databases';

const long = `${'We compared all of them last year and wrote down what we saw. '.repeat(4)}How much is it?`;
const short = /^We compared all of them last year [^…]* … [^…]* How much is it\?$/;

test('short forms show how a long comment begins and ends', async () => {
  const { db, close } = await openTestDatabase('sqlite');
  const { organizationId } = await makeWorld(db, 'long-comments', 3);
  await db.run(`UPDATE engagements SET comment_excerpt = ? WHERE type = 'COMMENT'`, [long]);
  const workspace = workspaceOf(db, organizationId);

  const signals = await ask(workspace, 'list_signals', { view: 'compact', engagementTypes: ['COMMENT'] });
  const accounts = await ask(workspace, 'list_account_reports', { comments: true });
  const people = await query.findPeopleToContact.ask(workspace, { includeContacted: true });
  const excerpts = [
    signals.data.map(({ commentExcerpt }) => commentExcerpt),
    accounts.data.flatMap(({ latestComments }) => (Array.isArray(latestComments) ? latestComments : [])),
    people['data'],
  ].map((shown) => [...new Set(JSON.stringify(shown).match(/We compared[^"]*/g))].filter((words) => words !== long));
  expect(excerpts).toEqual([
    [expect.stringMatching(short)],
    [expect.stringMatching(short)],
    [expect.stringMatching(short)],
  ]);
  await close();
});
