/** Reads a page that a service answered with. */
import { ExportError, readPage } from '../import';
import type { IntakeRecord } from '../import/records';
import { SourceFailure } from './source';

/**
 * As `readPage`.
 * @param vendor as people call it.
 * @throws SourceFailure when it cannot be read: asking again would bring the same.
 */
export async function readAnswer(
  vendor: string,
  ...[page, format, about]: Parameters<typeof readPage>
): Promise<IntakeRecord[]> {
  try {
    return await readPage(page, format, about);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    throw new SourceFailure('source_failed', `${vendor} answered with something that cannot be read. ${error.message}`);
  }
}
