/** The short forms of lists: what they leave out is the usual case, and nothing that would mislead by its absence. */
import { z } from 'zod';
import { addMember } from '../../src/store/access/members';
import { query } from '../../tools/catalogue';
import { storeIcp } from '../../src/store/access/icp';
import { workOffQueue } from '../../src/scoring/rescore';
import { oneLine } from '../../src/shared/text/visible';
import { activity, postIdAt } from '../agent/support/folder';
import { importInto, now, useSite } from '../import/support/site';
import { ask, workspaceOf, type ListAnswer } from '../store/support/ask';
import { makeWorld } from '../store/support/world';

const site = useSite('sqlite');
const day = 86_400_000;
const every = { disposition: ['ACTIVE', 'CLIENT', 'BAD_LEAD'], limit: 100 };

const byId = ({ data }: ListAnswer) => new Map(data.map((row) => [row['id'], row]));
const fullLead = z.looseObject({
  disposition: z.string(),
  leadTier: z.string(),
  owner: z.looseObject({ displayName: z.string().nullable() }).nullable(),
  lastSignalAt: z.string(),
  lastDatedSignalAt: z.string().nullable(),
  wouldBePriorityIf: z.array(z.string()),
});

test('leads: disposition, owner, day and gaps, each where it is not the usual case', async () => {
  const { organizationId, leads } = await makeWorld(site.db, 'compact leads', 5);
  const member = { email: 'olive@acme.example', displayName: 'Olive', role: 'MEMBER', passwordHash: null } as const;
  const olive = await addMember(site.db, { ...member, organizationId, active: true });
  const owned = leads.find(({ owner_id }) => owner_id !== null);
  await site.db.run('UPDATE leads SET owner_id = ? WHERE organization_id = ? AND owner_id = ?', [
    olive?.userId ?? '',
    organizationId,
    owned?.owner_id ?? '',
  ]);
  await site.db.run(`UPDATE leads SET tier_gaps = 'location?' WHERE organization_id = ?`, [organizationId]);

  const workspace = workspaceOf(site.db, organizationId);
  const full = byId(await ask(workspace, 'list_leads', every));
  const compact = await ask(workspace, 'list_leads', { ...every, view: 'compact' });
  expect(compact.data).toHaveLength(full.size);
  const seen = new Set<unknown>();
  for (const row of compact.data) {
    const lead = fullLead.parse(full.get(row['id']));
    expect(row).toEqual({
      ...Object.fromEntries(
        ['id', 'name', 'title', 'company', 'leadTier', 'tierReason', 'profileUrl'].map((name) => [name, row[name]]),
      ),
      ...(lead.disposition === 'ACTIVE' ? {} : { disposition: lead.disposition }),
      ...(lead.owner === null ? {} : { owner: lead.owner.displayName }),
      ...(lead.leadTier === 'QUALIFIED'
        ? {
            ...(lead.lastDatedSignalAt === lead.lastSignalAt ? { lastSignalOn: lead.lastSignalAt.slice(0, 10) } : {}),
            wouldBePriorityIf: ['The country is unknown.'],
          }
        : {}),
    });
    for (const name of ['disposition', 'owner']) seen.add(row[name]);
  }
  expect(seen).toEqual(new Set([undefined, 'CLIENT', 'BAD_LEAD', 'Olive', null]));
});

const fullPost = z.looseObject({
  id: z.string(),
  publishedAt: z.string().nullable(),
  author: z.looseObject({ displayName: z.string().nullable() }),
  authorProfileType: z.string().nullable(),
  excerpt: z.string().nullable(),
  uniqueEngagers: z.number(),
  leadCount: z.number(),
  qualifiedLeadCount: z.number(),
});
const fullSignal = z.looseObject({ timing: z.string(), lead: z.looseObject({ disposition: z.string() }) });

test('signals: the disposition of the lead where it is not ACTIVE', async () => {
  const { organizationId } = await makeWorld(site.db, 'compact signals', 6);
  const workspace = workspaceOf(site.db, organizationId);
  const full = byId(await ask(workspace, 'list_signals', { limit: 100 }));
  const compact = await ask(workspace, 'list_signals', { limit: 100, view: 'compact' });
  const values = compact.data.map((row) => row['disposition']);
  const expected = compact.data.map((row) => fullSignal.parse(full.get(row['id'])).lead.disposition);
  expect(values).toEqual(expected.map((one) => (one === 'ACTIVE' ? undefined : one)));
  expect(new Set(values)).toEqual(new Set([undefined, 'CLIENT', 'BAD_LEAD']));
});

/** A person's likes and comments: when the post was made, days before it was seen, and what the source says of the time. */
const timed = [
  ['exact', 40, new Date(now - 3 * day).toISOString()],
  ['bounded', 2, ''],
  ['observed', 40, ''],
] as const;

const evidence = z.object({
  data: z.looseObject({
    scoring: z.object({ intent: z.array(z.looseObject({ engagementId: z.string(), timing: z.string() })) }),
  }),
});

test('signals say how sure their time is, as get_lead does', async () => {
  const organizationId = await site.workspace();
  await storeIcp(site.db, organizationId, JSON.stringify({ seniorities: ['vp'] }), now);
  const rows = timed.map(([timing, age, at], number) => {
    const person = `https://www.linkedin.com/in/${timing},${timing},VP Sales at Acme`;
    return `comment,${activity(postIdAt(now - age * day, number))},${person},How much is it? (${timing}),${at}`;
  });
  const text = ['kind,postUrl,profileUrl,name,headline,commentText,occurredAt', ...rows, ''].join('\n');
  await importInto(site, organizationId, site.file('timed.csv', text));
  await workOffQueue(site.db, organizationId, now);
  const workspace = workspaceOf(site.db, organizationId);

  const timings = async (list: string, input: Record<string, string>) =>
    new Map((await ask(workspace, list, { ...input, limit: 100 })).data.map((row) => [row['name'] ?? row['id'], row]));
  const expectReported = async () => {
    const compact = await timings('list_signals', { view: 'compact' });
    for (const [timing] of timed) {
      const {
        id,
        leadId,
        timing: values,
      } = z
        .looseObject({ id: z.string(), leadId: z.string(), timing: z.string().optional() })
        .parse(compact.get(timing));
      expect([timing, values]).toEqual([timing, timing === 'exact' ? undefined : timing]);
      expect((await timings('list_signals', {})).get(id)).toMatchObject({ timing });
      expect((await timings('list_lead_engagements', { leadId })).get(id)).toMatchObject({ timing });
      const { data } = evidence.parse(await query.getLead.ask(workspace, { leadId }));
      expect(data.scoring.intent).toEqual([expect.objectContaining({ engagementId: id, timing })]);
    }
  };
  await expectReported();
  // Rows of releases that did not record it.
  await site.db.run('UPDATE engagements SET dated = NULL, earliest_at = NULL WHERE organization_id = ?', [
    organizationId,
  ]);
  await expectReported();
});

test('posts: the same figures, with the type of the author where they are watched', async () => {
  const { organizationId, posts, profiles } = await makeWorld(site.db, 'compact posts', 7);
  const workspace = workspaceOf(site.db, organizationId);
  const full = byId(await ask(workspace, 'list_posts', { limit: 100 }));
  const compact = await ask(workspace, 'list_posts', { limit: 100, view: 'compact' });
  expect(compact.data).toHaveLength(posts.length);
  const types = new Set<unknown>();
  for (const row of compact.data) {
    const post = fullPost.parse(full.get(row['id']));
    const stored = posts.find(({ id }) => id === row['id']);
    const type = profiles.find(({ id }) => id === stored?.monitored_profile_id)?.profile_type;
    expect(post.authorProfileType).toBe(type ?? null);
    expect(row).toEqual({
      id: post.id,
      publishedOn: post.publishedAt?.slice(0, 10) ?? null,
      author: post.author.displayName,
      ...(type ? { authorProfileType: type } : {}),
      excerpt: post.excerpt && oneLine(post.excerpt, 80),
      uniqueEngagers: post.uniqueEngagers,
      leadCount: post.leadCount,
      qualifiedLeadCount: post.qualifiedLeadCount,
    });
    types.add(row['authorProfileType']);
  }
  expect(types.size).toBeGreaterThan(1);
  expect(types).toContain(undefined);

  const dataAccess = { ...workspace.dataAccess, watchlist: false };
  const { data } = await ask({ ...workspace, dataAccess }, 'list_posts', { limit: 100, view: 'compact' });
  expect(new Set(data.map((row) => row['authorProfileType']))).toEqual(new Set([undefined, null]));
});
