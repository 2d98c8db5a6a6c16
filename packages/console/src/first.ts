/**
 * Runs while the console's code is still loading. It is small, and sends the first requests, so that their answers are there
 * when that code is.
 */
import { askFirst } from './api/first-questions';
import { preferredLanguage } from './language';

askFirst();
if (preferredLanguage() === 'de') void import('./messages/de').catch(() => undefined);

// Without an export esbuild takes this file for CommonJS, as the package says, and wraps every module in a function.
export {};
