/** Commands as a user whom the rights of files bind: root may write everything, so root runs them as another user. */
import { join } from 'node:path';

export const isRoot = process.getuid?.() === 0;
/** The user id of that user. */
export const runner = isRoot ? 65_534 : (process.getuid?.() ?? -1);
/** The command line, to be started with `RUN_AS` in its environment. */
export const program = join(__dirname, 'unprivileged-cli-process.cjs');
