/**
 * What each `dataAccess` flag hides from a caller who lacks it. Fields become null, which never states anything false.
 * Parameters that would reveal their values (a range, a sort) are refused. Operations apply this table to every answer, so a
 * new operation cannot forget it.
 */
import { OperationError } from '../shared/errors';
import type { DataAccess, DataAccessFlag } from '../auth/rights';
import type { Workspace } from './workspace';

interface Hidden {
  /** Set to null at any depth of an answer. */
  readonly fields: readonly string[];
  /** Refused with any value. */
  readonly parameters: readonly string[];
  /** Values of `sortBy` that are refused. */
  readonly sorts: readonly string[];
}

/** One row per flag that hides anything. Other flags only decide which operations may be called. */
export const hiddenWithout = {
  leadContactData: { fields: ['contact'], parameters: ['hasContactData'], sorts: [] },
  // Its fields are hidden by `withoutEnrichment`, which checks where an e-mail address came from.
  leadContactEnrichment: { fields: [], parameters: ['hasContactData'], sorts: [] },
  icp: {
    fields: [
      'icpMatchPercent',
      'intentScore',
      'averageIcpMatchPercent',
      'averageIntentScore',
      'fitGrade',
      'tierReason',
      'wouldBePriorityIf',
      'excludedBecause',
      'scoring',
      'whyFit',
      'unknown',
      'idealCustomerProfile',
    ],
    parameters: ['minIcpMatchPercent', 'maxIcpMatchPercent', 'minIntentScore', 'maxIntentScore'],
    sorts: ['averageIcpMatchPercent', 'priority'],
  },
  watchlist: {
    fields: ['watchlistProfile', 'monitoredProfileId', 'authorProfileType', 'postAuthorType'],
    parameters: ['monitoredProfileIds', 'profileType', 'profileLabel', 'authorProfileIds'],
    sorts: [],
  },
  content: {
    fields: ['excerpt', 'commentExcerpt', 'contentText', 'language'],
    parameters: ['text', 'topic'],
    sorts: [],
  },
} as const satisfies Partial<Record<DataAccessFlag, Hidden>>;

const rows: readonly (readonly [DataAccessFlag, Hidden])[] = [
  ['leadContactData', hiddenWithout.leadContactData],
  ['leadContactEnrichment', hiddenWithout.leadContactEnrichment],
  ['icp', hiddenWithout.icp],
  ['watchlist', hiddenWithout.watchlist],
  ['content', hiddenWithout.content],
];

/**
 * Refuses parameters that ask about hidden fields.
 * @param raw the parameters as given: one that was left out asks nothing, whatever its default.
 * @throws OperationError `data_access_denied`, naming flag and parameter.
 */
export function refuseHidden(raw: unknown, { dataAccess }: Pick<Workspace, 'dataAccess'>): void {
  if (typeof raw !== 'object' || raw === null) return;
  const given: Readonly<Record<string, unknown>> = { ...raw };
  for (const [flag, { parameters, sorts }] of rows) {
    if (dataAccess[flag]) continue;
    const asked =
      parameters.find((name) => given[name] !== undefined) ??
      (sorts.some((sort) => sort === given['sortBy']) ? 'sortBy' : undefined);
    if (asked === undefined) continue;
    throw new OperationError(
      'data_access_denied',
      `This caller lacks the dataAccess flag "${flag}", which ${asked} needs here.`,
    );
  }
}

/** What a set of flags hides, computed once for each of the few sets. */
const hiddenBy = new WeakMap<DataAccess, ReadonlySet<string> | null>();

function hiddenFields(dataAccess: DataAccess): ReadonlySet<string> | null {
  let fields = hiddenBy.get(dataAccess);
  if (fields === undefined) {
    const names = rows.filter(([flag]) => !dataAccess[flag]).flatMap(([, hidden]) => hidden.fields);
    fields = names.length === 0 && dataAccess.leadContactEnrichment ? null : new Set(names);
    hiddenBy.set(dataAccess, fields);
  }
  return fields;
}

/**
 * An answer as this caller may see it. For a caller who may see everything, nothing is copied. The schemas of answers allow
 * null for every field that a flag can hide (a test compares them), so the result still has its type.
 */
export function visibleTo<Shown extends Record<string, unknown>>(dataAccess: DataAccess, answer: Shown): Shown;
export function visibleTo(dataAccess: DataAccess, answer: Record<string, unknown>): Record<string, unknown> {
  const hidden = hiddenFields(dataAccess);
  return hidden === null ? answer : objectWithout(answer, hidden, !dataAccess.leadContactEnrichment);
}

function objectWithout(value: object, hidden: ReadonlySet<string>, enrichedToo: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (hidden.has(name)) return [name, null];
      if (name === 'contact' && enrichedToo) return [name, withoutEnrichment(part)];
      return [name, valueWithout(part, hidden, enrichedToo)];
    }),
  );
}

function valueWithout(value: unknown, hidden: ReadonlySet<string>, enrichedToo: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => valueWithout(item, hidden, enrichedToo));
  if (typeof value !== 'object' || value === null) return value;
  return objectWithout(value, hidden, enrichedToo);
}

/**
 * E-mail addresses come only from enrichment files and services, and `source` names which. Without the flag they are unknown.
 */
function withoutEnrichment(contact: unknown): unknown {
  if (typeof contact !== 'object' || contact === null) return contact;
  const source: unknown = 'source' in contact ? contact.source : null;
  return source === null ? contact : { email: null, emailStatus: null, source: null };
}
