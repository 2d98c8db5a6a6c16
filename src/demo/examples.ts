/** Finds the example exports: beside the sources, or beside dist/ in an installation. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the examples; undefined when they are not installed. */
export function findExamples(): string | undefined {
  const candidates = [2, 3].map((up) => join(__dirname, ...Array<string>(up).fill('..'), 'examples', 'exports'));
  return candidates.find((path) => existsSync(path));
}
