/** What each source can do besides collecting a post, for code that has no source at hand. */
import type { Source } from './source';

/** Whether it can look for posts by keywords. */
export const looksForWords: Readonly<Record<Source['name'], boolean>> = { files: true, apify: false, unipile: false };
