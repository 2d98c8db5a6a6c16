/**
 * What the word lists of the rules take of the heap: `node --expose-gc words.js` prints it in bytes. The modules are loaded in
 * between, because some read their lists then; their code, a few hundred kilobytes, is counted too.
 */

function heapInUse(): number {
  // A second collection frees what the first one found.
  for (let n = 0; n < 3; n += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function main(): Promise<void> {
  const before = heapInUse();
  const {
    default: { parseHeadline },
  } = await import('../../packages/reader/src/headline/headline.js');
  parseHeadline('VP Sales at Northwind');
  const headlines = heapInUse();
  const {
    default: { headlineFlags },
  } = await import('../../packages/reader/src/headline/flags.js');
  const {
    default: { namesIn },
  } = await import('../../packages/reader/src/headline/named.js');
  const {
    default: { classifyComment },
  } = await import('../../packages/reader/src/comment/comments.js');
  const {
    default: { parseLocation },
  } = await import('../../packages/reader/src/place/location.js');
  const {
    default: { canonicalIndustry },
  } = await import('../../packages/reader/src/company/industry.js');
  headlineFlags('Open to work | VP Sales at Northwind');
  namesIn('VP Sales Northwind DACH');
  classifyComment('What does it cost?');
  parseLocation('Greater Munich Area');
  canonicalIndustry('Software');
  const all = heapInUse();
  console.log(JSON.stringify({ headlines: headlines - before, all: all - before }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
