// Order of the files of `npm run test:full`: those known to take long come first, so that at the end no worker waits for one of
// them. The others follow by size, as without a record of earlier runs.
'use strict';
const { statSync } = require('node:fs');

/** Each takes most of a minute or more on two cores, the longest first. A file that is missing here comes later and nothing else happens. */
const long = [
  // It waits for tokens to end, and installs programs once.
  'test/full/mcp/assistants',
  'test/full/store/migrations-interrupted',
  'test/full/undo/undo.property',
  'test/full/import/interrupted',
  'test/full/cli/readme',
  'test/full/cli/process',
  'test/full/faults/cluster',
  'test/full/rest/openapi-tools',
  'test/full/console/states',
  'test/full/faults/unread-commands',
  'test/full/backup/databases',
  'test/full/undo/cases-again',
  'test/full/attacks/patterns',
  'test/full/console/dialogs',
  'test/full/faults/unread-log',
  'test/full/web/sign-in-flood',
  'test/full/console/import',
  'test/full/oauth/races',
  'test/full/attacks/costly-reads',
  'test/full/discovery/hostile-source',
  'test/full/jobs/killed',
  'test/full/undo/runs',
  'test/full/undo/upgraded',
  'test/full/undo/connected.property',
  'test/full/faults/frozen-service',
  'test/full/console/pages',
  'test/full/attacks/readers',
  'test/full/judgement/learned',
  'test/full/net/silent-resolver',
];

/** @returns its place in the list, or the number after the last. */
const placeOf = ({ path }) => {
  const at = long.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return at === -1 ? long.length : at;
};

/** What jest asks of a sequencer. */
class LongestFirst {
  sort(tests) {
    const size = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b) || size.get(b.path) - size.get(a.path));
  }

  shard(tests, { shardIndex, shardCount }) {
    return tests.filter((_, at) => at % shardCount === shardIndex - 1);
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // The order does not depend on earlier runs.
  }
}

module.exports = LongestFirst;
