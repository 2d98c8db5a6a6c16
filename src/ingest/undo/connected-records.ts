/** Leaves of replayed records what is connected with undone batches. */
import { identitiesOf, type Identity } from '../../store/writes/known-people';
import { identitiesIn } from '../import/import-log';
import type { LoggedRecord } from '../import/logged-records';
import type { EngagementRecord, PersonRef, PostRef } from '../import/records';
import { personKey } from './connected-accounts';
import type { Connected } from './connected';

/** Leaves of replayed records what is connected. A post outlives those who engaged with it as the trace of the first. */
export class ConnectedRecords {
  /** Posts of which there is a trace. One whose row is replayed may still be refused. */
  private readonly seen = new Set<string>();

  private readonly known = new WeakMap<PersonRef, boolean>();

  constructor(private readonly connected: Connected) {}

  /** Whether an engagement may be replayed: `of` decides. */
  readonly wants = (person: PersonRef, { urn }: PostRef): boolean =>
    this.isKnown(person) || (this.connected.urns.has(urn) && !this.seen.has(urn));

  /** @param records of one chunk. */
  of(records: readonly LoggedRecord[]): LoggedRecord[] {
    return records.flatMap((record) => {
      const one =
        record.kind === 'engagement' ? this.ofEngagement(record, this.isKnown(record.actor)) : this.ofOther(record);
      return one ?? [];
    });
  }

  private isKnown(person: PersonRef): boolean {
    let is = this.known.get(person);
    if (is === undefined) this.known.set(person, (is = this.isOne(identitiesOf(person))));
    return is;
  }

  private ofEngagement(record: EngagementRecord, isKnown: boolean): LoggedRecord | undefined {
    if (isKnown) return record;
    const { at, post, observedAt } = record;
    if (this.seen.has(post.urn) || !this.connected.urns.has(post.urn)) return undefined;
    this.seen.add(post.urn);
    return { kind: 'trace', at, post, company: null, observedAt };
  }

  private ofOther(record: Exclude<LoggedRecord, EngagementRecord>): LoggedRecord | undefined {
    const { urns } = this.connected;
    switch (record.kind) {
      case 'post':
        return record.urns.some((urn) => urns.has(urn)) ? record : undefined;
      case 'trace':
        return record.post && urns.has(record.post.urn) ? { ...record, company: null } : undefined;
      case 'asked-post':
        return urns.has(record.urn) ? record : undefined;
      case 'watch':
      case 'unwatch':
        return record;
      case 'person':
      case 'lead':
      case 'lead-decision':
      case 'outreach':
      case 'accepted-candidate':
        return this.isOne(identitiesIn(record)) ? record : undefined;
      // What companies were said to be is copied, and where accounts were joined by hand everything is replayed.
      case 'company':
      case 'merge-accounts':
      case 'split-account':
      case 'stored-account':
      case 'stored-person':
      case 'stored-post':
        return undefined;
    }
  }

  private isOne(identities: readonly Identity[]): boolean {
    return identities.some((one) => this.connected.people.has(personKey(one)));
  }
}
