/** The demo's agent has something to show whenever it is loaded. */
import { join } from 'node:path';
import { runDemoAgent } from '../../src/demo/agent';
import { daysSince } from '../../src/demo/workspaces';
import { readIcpFile } from '../../src/interfaces/cli/files';
import { storeIcp } from '../../src/store/access/icp';
import { listRuns } from '../../src/store/agent/runs';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { openTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { makeWorkspace } from './support/workspace';

const examples = join(__dirname, '..', '..', 'examples');

test('a preview and a run that accepts and rejects', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const watched = [{ slug: 'leopold-van-wijngaerd-22850', type: 'INFLUENCER' as const }];
    const { organizationId } = await makeWorkspace(db, 'Demo', { credits: 100, watched });
    await storeIcp(
      db,
      organizationId,
      JSON.stringify(await readIcpFile(join(examples, 'exports/brightmoor/icp.yaml'))),
    );
    await runDemoAgent(db, organizationId, {
      folder: join(examples, 'discovery'),
      network,
      shift: daysSince(Date.now()),
    });
    const [run] = await listRuns(db, organizationId, 'AGENT', 1);
    const [preview] = await listRuns(db, organizationId, 'PREVIEW', 1);
    expect(run).toMatchObject({ status: 'COMPLETED', posts_scanned: 2, stop_reason: null, failure_message: null });
    expect(preview).toMatchObject({ status: 'COMPLETED', leads_created: 0, credits_consumed: 0 });
    const { rows } = await openWorkspaceStore(db, organizationId).agent.candidates(run?.id ?? '', {
      limit: 100,
      offset: 0,
    });
    expect(new Set(rows.map((row) => row.decision))).toEqual(new Set(['ACCEPTED', 'REJECTED']));
    expect(rows.filter((row) => row.decision === 'ACCEPTED').length).toBeGreaterThan(2);
  } finally {
    await close();
  }
});
