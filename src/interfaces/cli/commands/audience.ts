import { rulesOf } from '../../../workspace/open-workspace';
import { countMarkedPosts } from '../../../audience/posts';
import { takeSnapshot } from '../../../audience/snapshot';
import { markCountedPosts } from '../../../store/audience/aggregates';
import { type CommandGroup } from '../command';
import { workspaceCommand } from '../workspace-command';
import { actAsOperator } from '../operator';

const refresh = workspaceCommand({
  name: 'refresh',
  summary: "Make today's audience snapshot now, and count the audiences of all posts.",
  details:
    'A worker does this once a day. The snapshot of today changes only if at least a whole group of people was added, removed or ' +
    'described differently. Otherwise a comparison of before and after could reveal one person.',
  examples: ['audience refresh -w "Acme Sales"'],
  async run({ db, organization, organizationId }, _args, _options, context) {
    const counting = { rules: rulesOf(context.settings), now: Date.now() };
    await markCountedPosts(db, organizationId);
    const breakdowns = await takeSnapshot(db, organizationId, counting);
    const posts = await countMarkedPosts(db, organizationId, counting);
    const { id } = organization;
    const changed = { kind: 'workspace', id, organizationId: id, detail: `${breakdowns} breakdowns, ${posts} posts` };
    await actAsOperator(db, 'refresh_audience', async () => ({ answer: undefined, changed }));
    return {
      data: { organizationId, breakdowns, posts },
      lines: [
        breakdowns === 0
          ? 'The snapshot of today is kept: too few people changed'
          : `Snapshot: ${breakdowns} breakdowns`,
        `Posts counted: ${posts}`,
      ],
    };
  },
});

export const audience: CommandGroup = {
  name: 'audience',
  summary: 'Audience analytics: the daily snapshot.',
  commands: [refresh],
};
