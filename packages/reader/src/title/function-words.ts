/** What a person works on. The words that say so are in `vocabulary/`. */

export { jobFunctions, type JobFunction } from '../../../../src/shared/values';
