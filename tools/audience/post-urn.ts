/** The parameter by which audience operations name a post. */
import { z } from 'zod';
import type { Workspace } from '../../src/workspace/workspace';
import { invalid } from '../../src/shared/errors';
import { parsePostReference, type PostRef } from '../../src/ingest/import';

export const postUrnField = z
  .string()
  .min(1)
  .max(1024)
  .describe(
    'The post: its URN (urn:li:activity:…, urn:li:share:…, urn:li:ugcPost:…), or any address of a feed update or post that contains one.',
  );

/**
 * Reads the name of a post.
 * @throws OperationError `validation_failed` that says why the text names none.
 */
export function readPostUrn(text: string, { network }: Pick<Workspace, 'network'>): PostRef {
  const found = parsePostReference(text, network);
  if (!found.ok) {
    throw invalid({
      path: 'postUrn',
      message: `names no post: ${found.reason}; allowed: urn:${network.namespace}:activity:<id>, :share:<id>, :ugcPost:<id>, or an address that contains one`,
    });
  }
  return found;
}
