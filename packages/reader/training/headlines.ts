/** Trains the reader of headlines and writes `vocabulary/headline-model.gz`: npm run train. The same rows give the same bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileName } from '../src/headline/model';
import { repository } from '../../../scripts/database-server';
import { bytesOf } from './bytes';
import { learn } from './field';
import { digestOf, exampleOf, rows } from './rows';

const all = rows();
const examples = all.flatMap((row) => exampleOf(row) ?? []);
process.stdout.write(
  `${all.length} headlines, ${all.length - examples.length} without an answer that stands in them\n`,
);
const weights = learn(examples, (round, loss) => process.stdout.write(`round ${round + 1}: loss ${loss.toFixed(4)}\n`));
const packed = gzipSync(bytesOf(weights, digestOf(examples)), { level: 9 });
writeFileSync(join(repository, 'packages', 'reader', 'vocabulary', fileName), packed);
process.stdout.write(`vocabulary/${fileName}: ${packed.length} bytes\n`);
