/** All migrations, in the order they are applied. A new one goes to the end (README.md in this folder). */
import { baseline } from './0001-baseline';
import { oauth } from './0002-oauth';
import { searchIndex } from './0003-search-index';
import { jobs } from './0004-jobs';
import { people } from './0005-people';
import { judgement } from './0006-judgement';
import { discovery } from './0007-discovery';
import { consent } from './0009-consent';
import { audit } from './0010-audit';
import { postsByTime } from './0011-posts-by-time';
import { compactSearchIndex } from './0012-compact-search-index';
import { batches } from './0014-batches';
import { agent } from './0015-agent';
import { privacy } from './0016-privacy';
import { judgedAnew } from './0017-judged-anew';
import { namedCompanies } from './0018-named-companies';
import { syncPeople } from './0020-sync-people';
import { directories } from './0022-directories';
import { writerVersion } from './0025-writer-version';
import { said } from './0030-said';
import { tierReasons } from './0031-tier-reasons';
import { leadFilters } from './0035-lead-filters';
import { changes } from './0040-changes';
import { workOnLeads } from './0041-work-on-leads';
import { webhooksAndDigests } from './0050-webhooks-and-digests';
import { oneTimeLinks } from './0060-one-time-links';
import { sealedAnswers } from './0070-sealed-answers';
import { setByHand } from './0071-set-by-hand';
import { sealedTombstones } from './0072-sealed-tombstones';
import { undoAnswers } from './0073-undo-answers';
import { keyMakers } from './0074-key-makers';
import { keysOfDiscoveries } from './0075-keys-of-discoveries';
import { jokes } from './0076-jokes';
import { lanes } from './0080-lanes';
import { filePlaces } from './0082-file-places';
import { provedAndMadeBy } from './0087-proved-and-made-by';
import { clientDocuments } from './0089-client-documents';
import { mcpAddresses } from './0090-mcp-addresses';
import { registeredByHand } from './0091-registered-by-hand';
import { dispositionReason } from './0095-disposition-reason';
import { auditOfObject } from './0096-audit-of-object';
import { doubtAndCorrections } from './0097-doubt-and-corrections';
import { mcpKeys } from './0098-mcp-keys';
import { usage } from './0099-usage';
import { connectAttempts } from './0100-connect-attempts';
import { readConfidence } from './0108-read-confidence';
import { secondOpinion } from './0109-second-opinion';
import { savedViews } from './0110-saved-views';
import { digestLanguage } from './0111-digest-language';
import { undatedSignals } from './0112-undated';
import type { Migration } from '../../database/migrations/migration';

export const migrations: readonly Migration[] = [
  baseline,
  oauth,
  searchIndex,
  jobs,
  people,
  judgement,
  discovery,
  consent,
  audit,
  postsByTime,
  compactSearchIndex,
  batches,
  agent,
  privacy,
  judgedAnew,
  namedCompanies,
  syncPeople,
  directories,
  writerVersion,
  said,
  tierReasons,
  leadFilters,
  changes,
  workOnLeads,
  webhooksAndDigests,
  oneTimeLinks,
  sealedAnswers,
  setByHand,
  sealedTombstones,
  undoAnswers,
  keyMakers,
  keysOfDiscoveries,
  jokes,
  lanes,
  filePlaces,
  provedAndMadeBy,
  clientDocuments,
  mcpAddresses,
  registeredByHand,
  dispositionReason,
  auditOfObject,
  doubtAndCorrections,
  mcpKeys,
  usage,
  connectAttempts,
  readConfidence,
  secondOpinion,
  savedViews,
  digestLanguage,
  undatedSignals,
];
