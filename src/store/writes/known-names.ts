/** Which stable ids and slugs people have, as far as a batch looked them up. Tells a name that passed on from a person's own. */
import { hasLostCase, isMemberId } from '../../../packages/reader/src';
import type { Identity } from './known-people';

/**
 * Ids of one class tell people apart. A number and an id of the network may be those of one person, and each application gives
 * ids of its own.
 */
const classOf = ({ kind, value }: Identity): string =>
  kind === 'member' ? (isMemberId(value) ? 'id' : /^\d+$/.test(value) ? 'number' : 'application') : kind;
/** An id whose case was lost is compared without its case. */
const same = (a: string, b: string) =>
  a === b ||
  bare(a) === bare(b) ||
  ((hasLostCase(a) || hasLostCase(b)) && bare(a).toLowerCase() === bare(b).toLowerCase());
/** `ACw…` is how the sales product writes `ACo…`. */
const bare = (id: string) => id.replace(/^ac[ow]/i, '');

export class KnownNames {
  private readonly people = new Map<string, Identity[]>();

  knows(id: string): boolean {
    return this.people.has(id);
  }

  /** @param own false: the row named it, but it is another person's. */
  add(id: string, identity: Identity, own: boolean): void {
    const known = this.people.get(id) ?? [];
    this.people.set(id, known);
    if (own && !known.some(({ kind, value }) => kind === identity.kind && value === identity.value))
      known.push(identity);
  }

  remove(id: string, identity: Identity): void {
    const left = (this.people.get(id) ?? []).filter(
      ({ kind, value }) => kind !== identity.kind || value !== identity.value,
    );
    this.people.set(id, left);
  }

  /** Whether a person has an identity of this class that is another, and not this one. */
  hasOther(id: string, identity: Identity): boolean {
    if (classOf(identity) === 'application') return false;
    const alike = (this.people.get(id) ?? []).filter((one) => classOf(one) === classOf(identity));
    return alike.length > 0 && !alike.some(({ value }) => same(value, identity.value));
  }

  /** The address of a person without a slug that is no longer theirs: by id, if one is known that opens a page. */
  addressOf(id: string, url: string | null, slug: string): string | null {
    const found = /^(https?:\/\/[^/]+\/in\/)([^/]+)\/?$/i.exec(url ?? '');
    if (!found || found[2] !== encodeURIComponent(slug)) return url;
    const member = (this.people.get(id) ?? []).find(
      ({ kind, value }) => kind === 'member' && isMemberId(value) && !hasLostCase(value),
    );
    return member === undefined ? null : `${found[1] ?? ''}${member.value}/`;
  }

  forget(): void {
    this.people.clear();
  }
}
