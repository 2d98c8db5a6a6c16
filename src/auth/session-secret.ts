/** Secrets that are generated in DATA_DIR if no setting gives them, such as the one that signs session tokens. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../shared/make-folder';

export const sessionSecretFile = 'session-secret';

/**
 * The generated secret in a file of DATA_DIR. If several processes start at once, one writes it and the others read it.
 * @throws Error when the file exists and holds no secret.
 */
export function generatedSecret(dataDir: string, name: string = sessionSecretFile): string {
  const path = join(dataDir, name);
  const existing = readSecret(path);
  if (existing) return existing;
  makeFolder(dataDir);
  // Written completely under another name, then linked: the name never shows a half-written file, and the first link wins.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  const secret = readSecret(path);
  if (!secret) throw new Error(`The file ${name} in DATA_DIR does not hold a secret of 32 characters or more.`);
  return secret;
}

/** The secret in a file; undefined if it has fewer than 32 characters or the file is missing. */
export function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret.length >= 32 ? secret : undefined;
  } catch {
    return undefined;
  }
}
