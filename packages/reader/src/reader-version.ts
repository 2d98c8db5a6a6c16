/** Which rules read headlines and comments: what is stored of older ones is read again (src/ingest/import/renewal.ts). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vocabularyFiles, vocabularyPath } from './text/vocabulary-file';
import { commentFile } from './comment/comment-model';
import { clusterFile } from './headline/clusters';
import { fileName } from './headline/model';
import { lazily } from './text/lazily';

const digest = lazily(() => {
  const hash = createHash('sha256');
  const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name));
  for (const name of own.sort()) hash.update(name).update(readFileSync(join(__dirname, name)));
  for (const kind of ['.', 'brands', 'comments', 'companies', 'ordinary'])
    hash.update(JSON.stringify(vocabularyFiles(kind)));
  for (const file of [fileName, clusterFile, commentFile]) hash.update(readFileSync(vocabularyPath(file)));
  return [hash.digest('base64url').slice(0, 22)] as const;
});

/**
 * A digest of the rules and their word lists themselves, so that nobody has to remember to raise a number. The same for the same
 * build; 22 letters.
 */
export const rulesVersion = (): string => digest()[0];
