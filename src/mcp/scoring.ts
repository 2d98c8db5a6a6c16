/** The guide to scores and tiers, for a model or a person that wants to explain them. */
import type { Workspace } from '../access/workspace';

export const scoringUri = 'leadlight://scoring';

/** The guide, with what this connection may read of the workspace's own rules. */
export function scoringGuide(workspace: Workspace): string {
  const own = workspace.dataAccess.leads
    ? "Each lead's single read carries `scoring`: one entry per criterion of this workspace's ideal customer profile (match, mismatch or unknown, with its weight), and the engagements that gave intent points. Quote those entries rather than guessing at a reason."
    : "This connection may not read leads, so it cannot see this workspace's own criteria; they need the scope leads:read.";
  return `# Scores and tiers

**icpMatchPercent** (0 to 100): how well the person and their company fit this workspace's ideal customer profile. The
weights of the criteria that are known are compared; what is not known counts neither for nor against. Fit does not age.

**intentScore** (0 to 100): how much recent engagement the person showed. Comments and reposts count more than likes, watched
profiles more than others, and older engagement fades. A score of 0 means that nothing recent was seen, not disinterest.

**leadTier** combines both: PRIORITY (strong fit and strong intent), QUALIFIED (good fit and some intent), NURTURE (fit, but
little intent yet), UNQUALIFIED (little fit, or excluded by a criterion).

**disposition** is set by people: ACTIVE, CLIENT or BAD_LEAD. Only ACTIVE leads count in accounts and post results.

${own}

The scores order attention. They are no probability of buying, and two leads a few points apart are alike.
`;
}
