/** Who runs a command, for the audit log. */
import { userInfo } from 'node:os';

/** The person who runs the command, as the audit log names them. */
export const operatorActor = () => ({ kind: 'operator', name: accountName() }) as const;

/** The operating system's account name; for an account without a name (a bare uid in a container) its number. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
