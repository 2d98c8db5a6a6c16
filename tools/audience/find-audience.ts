import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { mostKeysOfDiscovery } from '../../src/store/discovery/lifecycle';
import { defineAction } from '../define';
import * as examples from '../examples-audience';
import { postUrnField, readPostUrn } from './post-urn';
import * as schemas from './schemas';

export const findAudience = defineAction({
  name: 'find_audience',
  title: 'Find the audience of a post',
  description:
    'Queues the discovery of a post’s audience. It collects reactions and comments, qualifies people and stores leads. You can safely repeat a request with the same key. Credits are set aside when it is queued and used when it starts. Unused credits come back. {get_discovery} shows its progress.',
  right: 'discoverAudience',
  rest: {
    method: 'POST',
    path: '/audience-analytics/network-posts/find-audience',
    tag: 'Audience analytics',
    resource: 'Discovery',
    example: examples.discovery,
    status: 202,
    refuses: ['insufficient_credits', 'conflict', 'service_unavailable'],
  },
  input: z.strictObject({
    postUrn: postUrnField,
    idempotencyKey: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
      // Read before the request waits for the write lock: a discovery that ends while it waits was still active at this time.
      .transform((key) => ({ key, askedAt: Date.now() }))
      .describe('Your name for this request, 1 to 255 visible ASCII characters: the same key gets the same discovery.'),
  }),
  output: schemas.discovery,
  async run(workspace, { postUrn, idempotencyKey: { key, askedAt } }) {
    const { urn, url } = readPostUrn(postUrn, workspace);
    const { source, holdSize } = workspace.audience;
    if (source === null) {
      throw new OperationError(
        'service_unavailable',
        'This installation has no source to discover audiences from: its setting DISCOVERY_SOURCE is none.',
      );
    }
    const request = { urn, url, idempotencyKey: key, askedAt, holdSize, source, now: Date.now() };
    const queued = await workspace.discoveries.request(request);
    switch (queued.outcome) {
      case 'conflict':
        throw new OperationError('idempotency_conflict', 'This idempotencyKey was used for another post.');
      case 'insufficient':
        throw new OperationError(
          'insufficient_credits',
          `A discovery sets ${holdSize} credits aside, and the workspace has fewer available.`,
        );
      case 'too_many_keys':
        throw new OperationError(
          'conflict',
          `Discovery ${queued.row.id} of this post was requested under ${mostKeysOfDiscovery} keys, the most for one discovery: use one of them.`,
        );
      case 'queued':
      case 'existing': {
        const { row, outcome } = queued;
        return {
          answer: await schemas.showDiscovery(workspace, row, outcome === 'existing'),
          changed: outcome === 'queued' ? { kind: 'discovery', id: row.id, detail: row.post_urn } : null,
        };
      }
    }
  },
});
