/** Checks the name of a client. A person sees the name when deciding about the client, so it must not be able to deceive. */
import { posesAsAuthority, wordLooks } from './authority';
import { imitates, looksLike, mixesScripts, skeletonOf } from './homoglyphs';
import { lettersForDigits } from './spelling';
import { isReservedName } from './reserved-names';

const maximumClientNameLength = 100;

/** The name of this service. No client may have it. */
const productName = 'Leadlight';

/** Well-known assistants. A client may use such a name, and is shown as unverified. It may not use a look-alike of one. */
export const knownNames = [
  'Anthropic',
  'ChatGPT',
  'Claude',
  'Copilot',
  'Cursor',
  'Gemini',
  'GitHub',
  'Google',
  'Goose',
  'HubSpot',
  'LibreChat',
  'LinkedIn',
  'Microsoft',
  'Mistral',
  'OpenAI',
  'Perplexity',
  'Salesforce',
  'Slack',
  'Visual Studio Code',
  'Windsurf',
  'Zapier',
];

/** One row per refusal. The first match wins. */
const refusals: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /[\p{Cc}\p{Zl}\p{Zp}]/u, reason: 'must not contain control characters or line breaks' },
  // Bidirectional overrides and isolates, zero-width characters, soft hyphens, tags, Hangul fillers, variation selectors.
  {
    pattern: /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u,
    reason: 'must not contain invisible or bidirectional characters',
  },
  { pattern: /[\p{Cs}\p{Co}\uFFFD]/u, reason: 'must be well-formed text' },
  { pattern: /[<>]/u, reason: 'must not contain markup' },
  // Blanks other than the plain space, including the braille blank.
  { pattern: /[^\S ]|\u2800/u, reason: 'must not contain unusual blanks' },
  // A stack of combining marks draws over neighbouring lines.
  { pattern: /\p{M}{4}/u, reason: 'must not stack combining marks' },
  // Ticks, shields and badges. Quotation marks would end the quotation in which the name is shown.
  { pattern: /[\p{So}\p{Sk}]|(?![+=~|])\p{Sm}/u, reason: 'must not contain symbols or pictures' },
  {
    pattern: /[\u201C-\u201F\u00AB\u00BB\uFF02\u02BA\u02EE\u05F4\u2033\u2034\u2036\u2037\u2039\u203A\u2057\u3003]/u,
    reason: 'must not contain quotation marks',
  },
  // Letters of phonetic alphabets that look like capitals and that no language uses.
  {
    pattern:
      /[\u0262\u026A\u0274\u0276\u0280\u0281\u028F\u0299\u029B\u029C\u029F\u1D00-\u1D2B\uA730\uA731\uA776\uA7AE\uA7AF\uA7FA]/u,
    reason: 'must not contain small capitals',
  },
  {
    pattern:
      /:\/\/|\b(?:https?|ftp|file|data|blob|mailto|tel|javascript|vbscript):(?=\S)|(?:^|[^\p{L}\p{N}])www\.|xn--/iu,
    reason: 'must not contain an address',
  },
];

/** Endings of host names that people read as an address, after a dot or the word for it. */
const hostName =
  /(?:[\p{L}\p{N}-]+(?:\.| \. ?| (?:dot|punkt|punto|point|ponto|kropka) ))+(?:ai|app|at|be|biz|br|ca|ch|chat|cloud|cn|co|com|de|dev|digital|es|eu|fr|gg|in|info|io|it|jp|kr|live|me|net|nl|online|org|page|pl|pro|pt|ru|se|sh|site|so|software|store|tech|to|tools|top|uk|us|xyz)(?![\p{L}\p{N}-])/giu;

/** A host with a port, also one that only a private network knows: `intranet:8080`. A time of day has no letter. */
const hostWithPort = /(?=[^\s:]*[\p{L}.])[\p{L}\p{N}.-]+:\d{2,5}(?![\p{L}\p{N}])/u;

/** Characters that look like the dot of a host name, or that browsers accept as one (UTS #46 §2.3). */
const dots = /[\u3002\uFF61\u2024\u2027\u00B7\u2219\u22C5\u2022]/gu;

/** Allowed text in parentheses: the name of a connection, as command-line assistants add it, or a short remark. */
const connectionName = /^[A-Za-z0-9_:-]{1,40}$/;
const shortRemark = /^[\p{L}\p{N} .,+-]{1,24}$/u;

/**
 * Checks a client's name.
 * @param redirectHosts hosts that receive the codes: the only host names that the name may contain.
 * @param brandName the name of this service on the pages. No client may have it.
 * @returns the name, trimmed and in Unicode form C, or the reason for the refusal.
 */
export function checkClientName(
  value: unknown,
  redirectHosts: readonly string[] = [],
  brandName: string = productName,
): { readonly name: string } | { readonly reason: string } {
  if (typeof value !== 'string') return { reason: 'must be a string' };
  if (value.length > 4 * maximumClientNameLength) return tooLong;
  for (const { pattern, reason } of refusals) if (pattern.test(value)) return { reason };
  const name = value.normalize('NFC').trim();
  if (!/[\p{L}\p{N}]/u.test(name)) return { reason: 'must contain a letter or a digit' };
  if (Array.from(name).length > maximumClientNameLength) return tooLong;
  const reason = deceptionIn(name, redirectHosts, brandName);
  return reason === undefined ? { name } : { reason };
}

const tooLong = { reason: `must be at most ${maximumClientNameLength} characters` };

/** Why the name could deceive; undefined if it could not. */
function deceptionIn(name: string, redirectHosts: readonly string[], brandName: string): string | undefined {
  if (mixesScripts(name)) return 'must not mix alphabets within a word';
  if (knownNames.some((known) => imitates(name, known))) return 'must not imitate another name with similar letters';
  if (isReservedName(name)) return 'must not vouch for itself';
  for (const [host] of name.replace(dots, '.').normalize('NFKC').matchAll(hostName)) {
    const wanted = host.toLowerCase();
    if (!redirectHosts.some((known) => known === wanted || known.endsWith(`.${wanted}`))) {
      return 'must not hold a host name other than that of its redirect URI';
    }
  }
  if (hostWithPort.test(name.replace(dots, '.').normalize('NFKC'))) return 'must not hold an address with a port';
  const { outside, inside } = apart(name);
  if (inside === undefined) return 'must not hold brackets, but for one pair of parentheses at its end';
  if (inside !== '' && !connectionName.test(inside) && !shortRemark.test(inside)) {
    return 'must hold in parentheses no more than a short label';
  }
  const named = connectionName.test(inside) ? outside : name;
  if ([productName, brandName].some((service) => isCalled(named, service)))
    return 'must not be the name of this service';
  return posesAsAuthority(name) ? 'must not pose as an administrator, an IT department or support' : undefined;
}

/**
 * Whether a name contains the service's name. A short one may be part of an honest word, so it counts only at a word boundary.
 */
function isCalled(name: string, service: string): boolean {
  const wanted = skeletonOf(service);
  if (wanted === '') return false;
  return [name, lettersForDigits(name)].some((text) => {
    if (wanted.length > 5) return looksLike(text, service);
    const words = wordLooks(text);
    return words.some(
      (word, at) =>
        word === wanted ||
        (wanted.length > 3 && (word.startsWith(wanted) || word.endsWith(wanted))) ||
        words.slice(at, at + 8).some((_last, more) => words.slice(at, at + more + 1).join('') === wanted),
    );
  });
}

/**
 * Splits a name into the part before its final parentheses and their content. `inside` is undefined if brackets are elsewhere.
 */
function apart(name: string): { outside: string; inside: string | undefined } {
  const match = /^([^\p{Ps}\p{Pe}]*)(?:\(([^\p{Ps}\p{Pe}]*)\))?$/u.exec(name);
  return match ? { outside: match[1] ?? '', inside: match[2] ?? '' } : { outside: name, inside: undefined };
}
