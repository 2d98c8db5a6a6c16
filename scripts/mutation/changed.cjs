// The text of a source with the planned change, or with probes. No file of the repository is touched.
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '..', '..');
let known = { file: undefined, plan: {} };

/** What is planned: each plan has a file of its own. */
function plan() {
  const file = process.env.LEADLIGHT_MUTATION_PLAN;
  if (known.file !== file) known = { file, plan: JSON.parse(readFileSync(file, 'utf8')) };
  return known.plan;
}

function changed(source, path) {
  const { mutant, probed = {} } = plan();
  const file = relative(root, path);
  if (file in probed) return probed[file];
  if (mutant?.file !== file) return source;
  if (source.slice(mutant.start, mutant.end) !== mutant.was) throw new Error(`${file} was edited meanwhile`);
  return source.slice(0, mutant.start) + mutant.becomes + source.slice(mutant.end);
}

module.exports = { changed, plan };
