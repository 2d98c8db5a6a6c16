/**
 * The console's types are held against the schemas of the operations: a field that is renamed, or whose kind changes, does not
 * compile here. Types alone cross, so nothing of this runs.
 */
import type { z } from 'zod';
import type { accountSchema } from '../../tools/schemas/account';
import type { engagementSchema, signalSchema } from '../../tools/schemas/engagement';
import type { leadSchema, scoringSchema } from '../../tools/schemas/lead';
import type { monitoredProfileSchema } from '../../tools/schemas/monitored-profile';
import type { batch, batchInFull } from '../../tools/batches/schemas';
import type { runInFull } from '../../tools/agent/schemas';
import type { discoveryInFull } from '../../tools/audience/schemas';
import type { deliverySchema, newSecretSchema, webhookSchema } from '../../tools/webhooks/schemas';
import type { digestSchema } from '../../tools/digests/schemas';
import type * as integrations from '../../console/src/api/operations-integrations';
import type * as console from '../../console/src/api/types';
import type * as work from '../../console/src/api/types-work';

/** Compiles when what the service answers can be read as what the console expects. */
type Fits<Answer extends Expected, Expected> = Answer;

export type Held = [
  Fits<z.output<typeof leadSchema>, console.Lead>,
  Fits<z.output<typeof scoringSchema>, console.LeadDetail['scoring']>,
  Fits<z.output<typeof engagementSchema>, console.Engagement>,
  Fits<z.output<typeof signalSchema>, console.Signal>,
  Fits<z.output<typeof accountSchema>, console.Account>,
  Fits<z.output<typeof monitoredProfileSchema>, console.WatchedProfile>,
  Fits<z.output<typeof batch>, work.Batch>,
  Fits<z.output<typeof batchInFull>, work.BatchInFull>,
  Fits<z.output<typeof runInFull>, work.AgentRun>,
  Fits<z.output<typeof discoveryInFull>, work.DiscoveryInFull>,
  Fits<z.output<typeof webhookSchema>, integrations.WebhookInFull>,
  Fits<z.output<typeof webhookSchema>['types'][number], (typeof integrations.webhookTypes)[number]>,
  Fits<z.output<typeof digestSchema>, integrations.DigestInFull>,
  Fits<z.output<typeof newSecretSchema>, integrations.NewSecret>,
  Fits<z.output<typeof deliverySchema>, integrations.Delivery>,
];
