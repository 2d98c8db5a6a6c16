/** Limits the mails with links that owners and admins of a workspace may send, so that they cannot flood a stranger with mail. */
import { WindowLimiter } from '../http/window-limiter';

const hour = 3_600;
const [toOneAddress, ofOneWorkspace] = [5, 100];

/** @returns a function that says whether one more mail may be sent, and counts it. Counted in this process. */
export function mailQuota(): (organizationId: string, to: string) => boolean {
  const [addresses, workspaces] = [new WindowLimiter(hour), new WindowLimiter(hour)];
  return (organizationId, to) => {
    const address = to.toLowerCase();
    if (addresses.wait(address, toOneAddress) > 0 || workspaces.wait(organizationId, ofOneWorkspace) > 0) return false;
    addresses.add(address, 1);
    workspaces.add(organizationId, 1);
    return true;
  };
}
