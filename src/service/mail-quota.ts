/** How many mails with links the owners and admins of a workspace may have sent: one of them could bury a stranger in mails otherwise. */
import { WindowLimiter } from '../http/window-limiter';

const hour = 3_600;
const [toOneAddress, ofOneWorkspace] = [5, 100];

/** @returns says whether one more mail goes out, and counts it. Counted in this process. */
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
