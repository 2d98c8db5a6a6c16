/** Trains the reader of comments and writes `vocabulary/comment-model.gz`: npm run train. The same rows give the same bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { commentFile, commentScale, commentSizes } from '../src/comment/comment-model';
import { learnedClasses } from '../src/comment/comment-features';
import { repository } from '../../../scripts/database-server';
import { commentDigestOf, commentExamplesOf, commentRows, wordValue } from './comment-rows';
import { learn } from './regression';

/** The weights as whole numbers, as `commentModelOf` reads them, and the digest of the examples they were learned from. */
export function commentBytesOf(weights: Float32Array, digest: Buffer): Buffer {
  const bytes = Buffer.alloc(weights.length);
  weights.forEach((weight, at) => {
    const units = weight * commentScale * (at < commentSizes.evidence ? 1 : wordValue);
    bytes.writeInt8(Math.max(-127, Math.min(127, Math.round(units))), at);
  });
  return Buffer.concat([bytes, digest]);
}

/** Learns from what stands in the rows. */
export function trainComments(report: (line: string) => void): Buffer {
  const all = commentRows();
  const examples = commentExamplesOf(all);
  report(`${all.length} comments, ${examples.length} examples`);
  const buckets = (commentSizes.evidence + commentSizes.words) / learnedClasses.length;
  const weights = learn(examples, buckets, (round, loss) => {
    report(`round ${round + 1}: loss ${loss.toFixed(4)}`);
  });
  return commentBytesOf(weights, commentDigestOf(examples));
}

if (require.main === module) {
  const packed = gzipSync(
    trainComments((line) => process.stdout.write(`${line}\n`)),
    { level: 9 },
  );
  writeFileSync(join(repository, 'packages', 'reader', 'vocabulary', commentFile), packed);
  process.stdout.write(`vocabulary/${commentFile}: ${packed.length} bytes\n`);
}
