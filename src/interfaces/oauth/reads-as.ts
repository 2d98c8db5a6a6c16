/**
 * Whose name the name of an unproven client reads as. Such a name is allowed, because honest apps name what they work with; the
 * consent page warns of it.
 */
import { knownNames } from './client-name';
import { skeletonOf } from './homoglyphs';
import { wordLooks } from './authority';

/** Words of which a service's own pages are made. A name of nothing else reads as a part of this service. */
const ownWords = new Set(
  [
    ...['account', 'app', 'authentication', 'continue', 'connect', 'in', 'log', 'login', 'my', 'notification', 'on'],
    ...[
      'expired',
      'password',
      'reset',
      'security',
      'service',
      'session',
      'settings',
      'sign',
      'signin',
      'system',
      'the',
      'to',
      'update',
      'user',
    ],
    ...['sso', 'verification', 'verify', 'with', 'workspace', 'your'],
    ...['anmelden', 'anmeldung', 'konto', 'mit', 'sicherheit', 'connexion', 'cuenta', 'compte', 'sistema', 'systeme'],
  ].map(skeletonOf),
);

/** Where people sign in, beside the known vendors of assistants. */
const signInNames = ['Apple', 'Amazon', 'Facebook', 'Okta'];

/** Whether the words contain those of the name, one after the other, however they are cut (`North wind`). */
function containsWords(words: readonly string[], name: string): boolean {
  const wanted = wordLooks(name).join('');
  if (wanted === '') return false;
  return words.some((_, at) => {
    let joined = '';
    for (const word of words.slice(at)) {
      joined += word;
      if (joined === wanted) return true;
      if (!wanted.startsWith(joined)) return false;
    }
    return false;
  });
}

/**
 * The words of a name in the forms in which people may read it: as it is; in capitals, because small letters of another alphabet
 * look like small capitals (`м`, `т`); and without the numbers of a version (`Microsoft365`).
 */
function formsOf(name: string): readonly (readonly string[])[] {
  const unnumbered = name.replace(/\p{N}{1,20}(?![\p{L}\p{N}])/gu, ' ');
  return [name, name.toUpperCase(), ...(/\p{L}/u.test(unnumbered) ? [unnumbered] : [])].map(wordLooks);
}

/**
 * @param name a name that checkClientName lets pass.
 * @param workspaces names of the workspaces of the person who decides.
 * @param brand the name of this service on its pages.
 * @returns the name of a well-known vendor, of one of the workspaces or of this service; null for none.
 */
export function readsAs(name: string, workspaces: readonly string[], brand: string): string | null {
  const forms = formsOf(name);
  const isIn = (one: string) => forms.some((words) => containsWords(words, one));
  const whose = workspaces.find(isIn) ?? [...knownNames, ...signInNames].find(isIn);
  if (whose !== undefined) return whose;
  const words = forms.at(-1) ?? [];
  const areOurs = words.every((word) => ownWords.has(word)) || ownWords.has(words.join(''));
  return words.length > 0 && areOurs ? brand : null;
}
