/** What each source can besides collecting a post, for those who have no source at hand. */
import type { Source } from './source';

/** Whether it can look for posts by their words. */
export const looksForWords: Readonly<Record<Source['name'], boolean>> = { files: true, apify: false, unipile: false };
