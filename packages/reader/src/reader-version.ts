/** Which reader read a text: what an older one read is read again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachVocabularyFile, vocabularyPath } from './text/vocabulary-file';
import { commentFile } from './comment/comment-model';
import { clusterFile } from './headline/clusters';
import { fileName } from './headline/model';
import { inSteps, type Pause } from './text/in-steps';

const digest = inSteps(function* () {
  const hash = createHash('sha256');
  const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name));
  for (const name of own.sort()) {
    hash.update(name).update(readFileSync(join(__dirname, name)));
    yield;
  }
  for (const kind of ['.', 'brands', 'comments', 'companies', 'ordinary']) {
    for (const file of eachVocabularyFile(kind)) {
      hash.update(JSON.stringify(file));
      yield;
    }
  }
  for (const file of [fileName, clusterFile, commentFile]) hash.update(readFileSync(vocabularyPath(file)));
  return [hash.digest('base64url').slice(0, 22)] as const;
});

/**
 * A digest of this package alone, its word lists and models included, so that nobody has to remember to raise a number: what was read
 * with another one is read again. The same for the same build; 22 letters.
 */
export const readerVersion = (): string => digest()[0];

/** Makes it in steps before it is asked for. @param pause called after each; what it returns is waited for */
export const prepareVersion = (pause: Pause): Promise<void> => digest.prepare(pause);
