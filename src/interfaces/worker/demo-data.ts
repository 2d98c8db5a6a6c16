/** Loads the examples into a workspace of their own, for people who set the service up and want to try it. */
import { tmpdir } from 'node:os';
import type { Network } from '../../ingest/import';
import { define } from '../../jobs/definition';
import { findExamples } from '../../demo/examples';
import { demoWorkspaces, loadDemoData } from '../../demo/workspaces';
import { demoDataKind } from '../../workspace/added-workspaces';

export const demoDataJob = (network: Network) =>
  define({
    ...demoDataKind,
    async run({ db, organizationId, clock, log }) {
      const examples = findExamples();
      if (examples === undefined) throw new Error('examples/exports is not part of this installation');
      const places = { examples, rejects: tmpdir(), network, now: clock.now() };
      await loadDemoData(db, organizationId, demoWorkspaces.main, places, (line) => log.info(line.trim()));
    },
  });
