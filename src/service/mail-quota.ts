/** Limits the mails with links that owners and admins of a workspace may send, so that they cannot flood a stranger with mail. */
import { shareOf } from '../http/node-share';
import { WindowLimiter } from '../http/window-limiter';

const hour = 3_600;
const [toOneAddress, ofOneWorkspace] = [5, 100];

/**
 * @param nodes `RATE_LIMIT_NODES`.
 * @returns a function that says whether one more mail may be sent, and counts it. Counted in this process.
 */
export function mailQuota(nodes: number): (organizationId: string, to: string) => boolean {
  const [perAddress, perWorkspace] = [shareOf(toOneAddress, nodes), shareOf(ofOneWorkspace, nodes)];
  const [addresses, workspaces] = [new WindowLimiter(hour), new WindowLimiter(hour)];
  return (organizationId, to) => {
    const address = to.toLowerCase();
    if (addresses.wait(address, perAddress) > 0 || workspaces.wait(organizationId, perWorkspace) > 0) return false;
    addresses.add(address, 1);
    workspaces.add(organizationId, 1);
    return true;
  };
}
