// Order of the files of `npm run test:full`: those known to take over a minute come first, so that at the end no worker waits for one of
// them. The others follow by size, as without a record of earlier runs.
'use strict';
const { statSync } = require('node:fs');

/** Each took over a minute on two cores, the longest first. A file that is missing here comes later and nothing else happens. */
const long = [
  // It waits for tokens to end, and installs programs once.
  'test/full/mcp/assistants',
  'test/full/store/migrations-interrupted',
  'test/full/console/states',
  'test/full/oauth/races',
  'test/full/cli/readme',
  'test/full/faults/unread-log',
  'test/full/console/dialogs',
  'test/full/agent/preview-and-run',
  'test/full/backup/databases',
  'test/full/web/sign-in-flood',
  'test/full/undo/runs',
  'test/store/oracle',
  'test/full/import/interrupted',
  'test/full/jobs/killed',
  'test/store/upgrade',
  'test/full/attacks/readers',
  'test/full/console/pages',
  'test/full/undo/undo.property',
  'test/full/webhooks/dead',
  'test/full/console/roles',
  'test/full/changes/feed.property',
  'test/store/migrations',
  'test/full/undo/upgraded',
  'test/full/console/keyboard',
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
