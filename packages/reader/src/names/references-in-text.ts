/** Finds ids and profile names in texts, to look up whether these people asked not to be stored. */
import { decodeNested, isMemberId, normalMemberId, normalSlug, visibleText } from '../text/identifiers';
import { shownText } from './shown-text';

export interface PersonReferenceInText {
  readonly kind: 'member' | 'slug';
  readonly value: string;
}

/** Everybody a text refers to by address, id or URN. Links may be encoded, inside JSON, or broken by invisible characters. */
export function referencesIn(text: string): PersonReferenceInText[] {
  const found = new Map<string, PersonReferenceInText>();
  const add = (kind: PersonReferenceInText['kind'], value: string) => {
    if (value !== '') found.set(`${kind} ${value}`, { kind, value });
  };
  const shown = visibleText(text).replaceAll('\\/', '/');
  for (const spelled of new Set([shown, decodeNested(shown), shownText(shown).text])) {
    for (const [, name = ''] of spelled.matchAll(/\/in\/+([^\s"'<>?#/\\,;]{1,600})/gi)) {
      const slug = normalSlug(name);
      if (!isMemberId(slug)) add('slug', slug);
    }
    for (const [id] of spelled.matchAll(/(?<![a-z0-9])AC[ow]AA[\w-]+/gi))
      if (isMemberId(id)) add('member', normalMemberId(id));
    for (const [, id = ''] of spelled.matchAll(/urn:[a-z0-9-]+:(?:member|person):([\w-]+)/gi)) add('member', id);
  }
  return [...found.values()];
}
