/** Which of the leads of a list have no date: asked once for each lead, when the list is drawn. */
import { useEffect, useState } from 'preact/hooks';
import { call } from './client';
import type { Lead } from './operations';

/** Most leads that one call asks about. */
const most = 100;

type Dated = Pick<Lead, 'id' | 'lastSignalAt'>;

/** A lead with another latest engagement is asked about again. */
const askedFor = ({ id, lastSignalAt }: Dated) => `${id} ${lastSignalAt}`;

/** Never emptied: what a list shows would be asked about without end. It holds no more than the lists that were drawn. */
const answered = new Map<string, boolean>();

/** Those of the leads whose latest engagement no source dates. What is not known yet counts as dated. */
export function useUndated(leads: readonly Dated[]): ReadonlySet<string> {
  const [, draw] = useState(0);
  const open = leads.filter((lead) => !answered.has(askedFor(lead))).slice(0, most);
  const asked = open.map(askedFor).join();
  useEffect(() => {
    if (open.length === 0) return;
    let shown = true;
    call('get_lead_timings', { leadIds: open.map(({ id }) => id) }).then(
      ({ data }) => {
        const found = new Map(data.map(({ leadId, timing }) => [leadId, timing]));
        for (const lead of open) answered.set(askedFor(lead), found.get(lead.id) === 'observed');
        if (shown) draw((turn) => turn + 1);
      },
      // The list says no less without it.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [asked]);
  return new Set(leads.filter((lead) => answered.get(askedFor(lead)) === true).map(({ id }) => id));
}
