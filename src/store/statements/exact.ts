/**
 * A filter without members that the read does not know. A read takes `Exact<LeadFilter, Given>`, so an operation that passes a
 * filter which would be ignored does not compile.
 */
export type Exact<Filter, Given extends Filter> = Given & Readonly<Record<Exclude<keyof Given, keyof Filter>, never>>;
