/**
 * Waits until the reader's tables are made. The first headline and the first comment of a process make them at once otherwise, and
 * everybody else's requests stand still for up to a second. Work that is about to read many texts waits for this first.
 */
import { prepareCoined, prepareComments, prepareHeadlines, prepareVersion } from '../../packages/reader/src';
import { Breathing } from './breathing';

/** Prepares once, with turns for other work. After a failure it is tried again; a reading itself would say what is wrong. */
function once(prepare: (pause: () => Promise<void> | undefined) => Promise<void>): () => Promise<void> {
  let ready: Promise<void> | undefined;
  const prepared = async () => {
    const breathing = new Breathing();
    try {
      await prepare(() => breathing.next());
    } catch (error) {
      ready = undefined;
      throw error;
    }
  };
  return () => (ready ??= prepared());
}

/** For headlines and titles. */
export const headlinesReady = once(prepareHeadlines);
/** For comments. */
export const commentsReady = once(prepareComments);
/** For names of companies, some of which were made up: those of a workspace and of its competitors. */
export const companyNamesReady = once(prepareCoined);
/** For `readerVersion`. */
export const versionReady = once(prepareVersion);
