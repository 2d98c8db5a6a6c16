/** Leaves of replayed records what is connected with undone batches. */
import { identitiesOf, type Identity } from '../../store/writes/known-people';
import { identitiesIn } from '../import/import-log';
import type { LoggedRecord } from '../import/logged-records';
import type { EngagementRecord, PersonRef } from '../import/records';
import { personKey } from './connected-accounts';
import type { Connected } from './connected';

/** Leaves of replayed records what is connected. A post outlives those who engaged with it as the trace of the first. */
export class ConnectedRecords {
  /** Posts of which there is a trace. One whose row is replayed may still be refused. */
  private readonly seen = new Set<string>();

  constructor(private readonly connected: Connected) {}

  /** @param records of one chunk. */
  of(records: readonly LoggedRecord[]): LoggedRecord[] {
    const known = new Map<PersonRef, boolean>();
    const isKnown = (person: PersonRef): boolean => {
      let is = known.get(person);
      if (is === undefined) known.set(person, (is = this.isOne(identitiesOf(person))));
      return is;
    };
    const taken: LoggedRecord[] = [];
    for (const record of records) {
      const one =
        record.kind === 'engagement' ? this.ofEngagement(record, isKnown(record.actor)) : this.ofOther(record);
      if (one) taken.push(one);
    }
    return taken;
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
