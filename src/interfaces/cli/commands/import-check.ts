/** `leadlight import check`: what earlier releases misread. */
import { findMisread, misreadings } from '../../../ingest/import/misread';
import { allBatches } from '../../../store/log/batch-reads';
import { workspaceCommand } from '../workspace-command';
import { progressOf } from '../progress';
import { count } from '../text';

/** Batches that an undo does not take back. */
const permanent: readonly string[] = ['before', 'by_hand'];

export const checkImports = workspaceCommand({
  name: 'check',
  summary: 'List what earlier releases misread in imports, and what importing again would change. Changes nothing.',
  details:
    'Reads the log of what every import stored, a part at a time: likes by the author of the post, people joined by an address that was ' +
    'passed on, names in a wrong encoding, counts that are ten times too large. `import undo` takes a batch back, and importing its file ' +
    'again reads it by the rules of this release. Ends with status 6 when something was found.',
  examples: ['import check', 'import check --workspace acme --json'],
  async run({ db, organizationId }, _args, _options, context) {
    const progress = progressOf(context, 'records read');
    const findings = await findMisread(db, organizationId, (records) => progress.update(records));
    progress.end();
    const batches = new Map((await allBatches(db, organizationId)).map((row) => [row.id, row]));
    const shown = findings.flatMap(({ batchId, misreading, rows, examples }) => {
      const batch = batches.get(batchId);
      if (!batch || batch.status === 'UNDONE') return [];
      const undoable = !permanent.includes(batch.kind);
      const { what, again } = misreadings[misreading];
      return [
        {
          ...{ batchId, kind: batch.kind, name: batch.name, misreading, rows, examples, what, undoable },
          again: undoable ? again : `cannot be taken back; of its files imported again: ${again}`,
          undoRemovesAtMost: undoable ? batch.records : 0,
        },
      ];
    });
    const lines = shown.flatMap((one) => [
      `${one.batchId}  ${one.kind} ${one.name}`,
      `  ${count(one.rows, 'row')}: ${one.what}`,
      ...(one.examples.length > 0 ? [`  such as ${one.examples.join(', ')}`] : []),
      one.undoable
        ? `  \`leadlight import undo ${one.batchId}\` takes back its ${count(one.undoRemovesAtMost, 'record')}, unless others brought them too; imported again: ${one.again}`
        : `  ${one.again}`,
    ]);
    return {
      data: { organizationId, findings: shown },
      lines: shown.length > 0 ? lines : ['Nothing that earlier releases misread was found.'],
      exit: shown.length > 0 ? 'findings' : 'ok',
    };
  },
});
