/** Runs while the console's code is still on its way: it is small, and what it asks for is there when that code has come. */
import { askFirst } from './api/first-questions';
import { preferredLanguage } from './language';

askFirst();
if (preferredLanguage() === 'de') void import('./messages/de').catch(() => undefined);
