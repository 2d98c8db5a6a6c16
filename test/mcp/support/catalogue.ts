/** The questions the endpoint serves. */
import { getAgentStatus } from '../../../tools/agent/get-agent-status';
import { listAgentCandidates } from '../../../tools/agent/list-agent-candidates';
import { catalogue as registered } from '../../../tools/catalogue';
import { getMcpConnectionStatus } from '../../../tools/workspace/connection-status';

const own = [getMcpConnectionStatus, getAgentStatus, listAgentCandidates];

export const catalogue = [...registered, ...own.filter((query) => !registered.includes(query))];
