/** Whose page a text names: a person by member id or slug, or a company. Each row of `profileShapes` is one shape. */
import type { Network, Refused } from './network';
import {
  bareName,
  decodeNested,
  hasLostCase,
  isMemberId,
  normalMemberId,
  normalSlug,
  visibleText,
} from '../../../packages/reader/src';
import { canonicalOrigin, plainPage, queryValue, splitUrl } from './network';
import { isPlaceholder } from './placeholders';

/** A page of the network. At least one of `memberId` and `slug` is set. */
export interface ProfileRef {
  readonly kind: 'person' | 'company';
  /**
   * The stable id (`ACoAA…`, in lower case if its case was lost), the number of `urn:li:member:`, or the id of
   * `urn:li:person:`.
   */
  readonly memberId: string | null;
  /**
   * The name in the address: lower case, percent-decoded, NFC. It can pass to another person. For a company it may be a number.
   */
  readonly slug: string | null;
  /** The canonical address; null when only a number is known for which there is no address. */
  readonly url: string | null;
}

export type ProfileReference = ({ readonly ok: true } & ProfileRef) | Refused;

interface ProfileShape {
  readonly name: string;
  readonly kind: ProfileRef['kind'];
  readonly where: 'text' | 'path';
  /** Captures the member id or slug. A text shape captures the namespace first. */
  readonly pattern: RegExp;
  readonly examples: readonly string[];
}

const home = 'https://www.linkedin.com';
const id = 'ACoAAB3xExampleMember01234567890abcdefg';

/** The shapes. The tests iterate over them. */
export const profileShapes: readonly ProfileShape[] = [
  {
    name: 'profile page',
    kind: 'person',
    where: 'path',
    pattern: /^\/(?:mwlite\/)?in\/([^/]+)/i,
    examples: [
      `${home}/in/ines-haddad`,
      `${home}/in/ines-haddad/`,
      `${home}/in/Ines-Haddad/recent-activity/all/?trk=x#top`,
      `${home}/in/in%C3%A8s-haddad/`,
      `${home}/in/${id}`,
      `${home}/in/${id}?miniProfileUrn=urn%3Ali%3Afs_miniProfile%3A${id}`,
      `https://tr.linkedin.com/in/ines-haddad/en`,
      'linkedin.com/in/ines-haddad',
    ],
  },
  {
    name: 'Sales Navigator lead',
    kind: 'person',
    where: 'path',
    pattern: /^\/sales\/(?:lead|people|profile)\/([^/]+)/i,
    examples: [
      `${home}/sales/lead/${id.replace('ACo', 'ACw')},NAME_SEARCH,x1Y2`,
      `${home}/sales/people/${id.replace('ACo', 'ACw')},name`,
    ],
  },
  {
    name: 'company page',
    kind: 'company',
    where: 'path',
    pattern: /^\/(?:company|school|showcase|organization|sales\/company)\/([^/,]+)/i,
    examples: [`${home}/company/bluefern-analytics/`, `${home}/company/1234567`, `${home}/sales/company/1234567`],
  },
  {
    name: 'profile URN',
    kind: 'person',
    where: 'text',
    pattern:
      /^urn:([a-z0-9-]+):(?:fsd_profile|fs_profile|fs_miniProfile|fs_salesProfile|fsd_salesProfile|member|person):\(?([\w-]+)(?:[^\w\s-]\S*)?$/i,
    examples: [
      `urn:li:fsd_profile:${id}`,
      `urn:li:fs_miniProfile:${id}`,
      `urn:li:fs_salesProfile:(${id.replace('ACo', 'ACw')},NAME_SEARCH,x1Y2)`,
      'urn:li:member:123456789',
      'urn:li:person:Abc-12_x',
    ],
  },
  {
    name: 'company URN',
    kind: 'company',
    where: 'text',
    pattern:
      /^urn:([a-z0-9-]+):(?:company|organization|fsd_company|fs_miniCompany|fs_normalized_company|school):([\w-]+)$/i,
    examples: ['urn:li:company:1234567', 'urn:li:organization:1234567', 'urn:li:fsd_company:1234567'],
  },
  {
    name: 'member id alone',
    kind: 'person',
    where: 'text',
    pattern: /^()(AC[ow]AA[\w-]+)(?:[^\w\s-]\S*)?$/i,
    examples: [id],
  },
];

const pathShapes = profileShapes.filter((shape) => shape.where === 'path');
const textShapes = profileShapes.filter((shape) => shape.where === 'text');
// Exporters write these when a page is gone or a field was empty. Read as slugs, they would merge strangers.
const placeholders = new Set(['unavailable', 'undefined', 'null', 'none', 'nan', 'unknown', 'n-a', 'me', 'headless']);

/** A name that ends in dots was cut by what showed it. It may be the beginning of several people's. */
const cutShort = /[\p{L}\p{N}_-](?:…|\.{2,})$/u;

/**
 * Reads which page a text names.
 * @param text a profile or company URL, a URN, or a bare member id. Anything else is refused with a reason; nothing throws.
 */
export function parseProfileReference(text: string, network: Network): ProfileReference {
  const given = visibleText(text).trim();
  if (given === '') return { ok: false, reason: 'no profile link' };
  if (cutShort.test(given.slice(-20))) return { ok: false, reason: 'a link or id that was cut short' };
  const name = plainPage(network).exec(given)?.[1];
  if (name !== undefined) return fromName(name, 'person', network);
  if (/^(?:urn[:%]|AC[ow]AA)/i.test(given)) {
    const decoded = given.length > 1024 ? '' : decodeNested(given);
    for (const { pattern, kind } of textShapes) {
      const match = pattern.exec(decoded);
      if (!match) continue;
      const [, namespace, name = ''] = match;
      if (namespace && namespace.toLowerCase() !== network.namespace)
        return { ok: false, reason: 'a URN of another network' };
      return kind === 'company' ? fromSlug(name, kind, network) : fromMemberId(name, network);
    }
    return { ok: false, reason: 'not the URN of a profile' };
  }
  const url = splitUrl(given, network);
  if (!url.ok) return url;
  for (const { pattern, kind } of pathShapes) {
    const name = pattern.exec(url.path)?.[1];
    if (name === undefined) continue;
    const found = fromName(name, kind, network);
    return found.ok && found.kind === 'person' && found.memberId === null ? withMemberId(found, url.query) : found;
  }
  return { ok: false, reason: 'a link that names no profile' };
}

function fromName(name: string, kind: ProfileRef['kind'], network: Network): ProfileReference {
  if (kind === 'company') return fromSlug(name, kind, network);
  const bare = bareName(name);
  return isMemberId(bare) ? fromMemberId(bare, network) : fromSlug(bare, kind, network);
}

/** The reference of a person or company, given only the slug. */
function fromSlug(name: string, kind: ProfileRef['kind'], network: Network): ProfileReference {
  const slug = kind === 'person' ? normalSlug(name) : visibleText(name).toLowerCase().normalize('NFC');
  // Lone surrogates cannot be part of an address, and white space and control characters never are.
  if (slug === '' || slug.length > 200 || /[\s\p{Cc}\p{Cf}\p{Cs}/?#%]/u.test(slug))
    return { ok: false, reason: 'not a profile name' };
  if (placeholders.has(slug) || isPlaceholder(slug.replaceAll('-', ' ')))
    return { ok: false, reason: 'a placeholder instead of a profile' };
  const section = kind === 'company' ? 'company' : 'in';
  const url = `${canonicalOrigin(network)}/${section}/${encodeURIComponent(slug)}/`;
  return url.length > 500 ? { ok: false, reason: 'not a profile name' } : { ok: true, kind, memberId: null, slug, url };
}

function fromMemberId(text: string, network: Network): ProfileReference {
  if (text.length > 200) return { ok: false, reason: 'not a profile id' };
  const memberId = normalMemberId(text);
  const opens = isMemberId(memberId) && !hasLostCase(memberId);
  const url = opens ? `${canonicalOrigin(network)}/in/${memberId}/` : null;
  return { ok: true, kind: 'person', memberId, slug: null, url };
}

/** Older exports carry the member id beside the slug: `?miniProfileUrn=urn:li:fs_miniProfile:ACoAA…`. */
function withMemberId(found: { readonly ok: true } & ProfileRef, query: string): ProfileReference {
  const inQuery = bareName(queryValue(query, 'miniProfileUrn')?.split(':').at(-1) ?? '');
  return isMemberId(inQuery) ? { ...found, memberId: normalMemberId(inQuery) } : found;
}
