/**
 * A filter with no member that the read does not know. A read takes `Exact<LeadFilter, Given>`, so that an operation which
 * hands over a filter that would be ignored does not compile.
 */
export type Exact<Filter, Given extends Filter> = Given & Readonly<Record<Exclude<keyof Given, keyof Filter>, never>>;
