/**
 * Programs of customers, for clients that were generated from our OpenAPI document: with the types of openapi-typescript, and with
 * @hey-api/openapi-ts. They are compiled strictly against what was generated beside them, then called. Both do the same.
 */

/** What each program offers. */
export interface ClientProgram {
  /** Ids of the leads of some companies. */
  ofCompanies(baseUrl: string, key: string, companyNames: string[]): Promise<string[]>;
  /** Ids of all leads, a few to a page. */
  walk(baseUrl: string, key: string, limit: number): Promise<string[]>;
  /** Queues a discovery. */
  find(baseUrl: string, key: string, postUrn: string): Promise<{ status: string; held: number }>;
  /** Code and status of the error that a lead gives which is not there. */
  refused(baseUrl: string, key: string, leadId: string): Promise<string>;
}

/** Expects `./paths`, which openapi-typescript wrote. */
export const fetchProgram = (explode: boolean): string => `
import createClient from 'openapi-fetch';
import type { paths } from './paths';

const clientOf = (baseUrl: string, key: string) =>
  createClient<paths>({
    baseUrl,
    headers: { Authorization: \`Bearer \${key}\` },
    querySerializer: { array: { style: 'form', explode: ${String(explode)} } },
  });

export async function ofCompanies(baseUrl: string, key: string, companyNames: string[]): Promise<string[]> {
  const { data, error } = await clientOf(baseUrl, key).GET('/customer/leads', { params: { query: { companyNames } } });
  if (error) throw new Error(error.error.message);
  return data.data.flatMap((lead) => (lead.profile.seniority === 'unpaid' ? [] : [lead.id]));
}

export async function walk(baseUrl: string, key: string, limit: number): Promise<string[]> {
  const client = clientOf(baseUrl, key);
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await client.GET('/customer/leads', { params: { query: { limit, cursor } } });
    if (error) throw new Error(error.error.message);
    ids.push(...data.data.map((lead) => lead.id));
    if (data.page.nextCursor === null) return ids;
    cursor = data.page.nextCursor;
  }
}

export async function find(baseUrl: string, key: string, postUrn: string): Promise<{ status: string; held: number }> {
  const { data, error } = await clientOf(baseUrl, key).POST('/audience-analytics/network-posts/find-audience', {
    body: { postUrn, idempotencyKey: postUrn },
  });
  if (error) throw new Error(error.error.message);
  return { status: data.status, held: data.credits.held };
}

export async function refused(baseUrl: string, key: string, leadId: string): Promise<string> {
  const { error } = await clientOf(baseUrl, key).GET('/customer/leads/{leadId}', { params: { path: { leadId } } });
  return error ? \`\${error.error.status} \${error.error.code}\` : 'none';
}
`;

/** Expects `./hey`, which @hey-api/openapi-ts wrote. */
export const heyApiProgram = `
import { createClient } from './hey/client';
import { findAudience, getLead, listChanges, listLeads } from './hey/sdk.gen';

export async function ofCompanies(baseUrl: string, auth: string, companyNames: string[]): Promise<string[]> {
  const { data } = await listLeads({
    client: createClient({ baseUrl, auth }),
    query: { companyNames },
    throwOnError: true,
  });
  return data.data.flatMap((lead) => (lead.profile.seniority === 'unpaid' ? [] : [lead.id]));
}

export async function walk(baseUrl: string, auth: string, limit: number): Promise<string[]> {
  const client = createClient({ baseUrl, auth });
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await listLeads({ client, query: { limit, cursor }, throwOnError: true });
    ids.push(...data.data.map((lead) => lead.id));
    if (data.page.nextCursor === null) return ids;
    cursor = data.page.nextCursor;
  }
}

export async function find(baseUrl: string, auth: string, postUrn: string): Promise<{ status: string; held: number }> {
  const client = createClient({ baseUrl, auth });
  const { data } = await findAudience({ client, body: { postUrn, idempotencyKey: postUrn }, throwOnError: true });
  return { status: data.status, held: data.credits.held };
}

export async function refused(baseUrl: string, auth: string, leadId: string): Promise<string> {
  const { error } = await getLead({ client: createClient({ baseUrl, auth }), path: { leadId } });
  return error ? \`\${error.error.status} \${error.error.code}\` : 'none';
}
`;

/** Mistakes that the types must not let through, a line of a program each. */
export const mistakes: readonly (readonly [name: string, wrong: string, right: string])[] = [
  ['a parameter that is not there', 'query: { companyName: companyNames }', 'query: { companyNames }'],
  ['a member of a lead that is not there', 'lead.identifier', 'lead.id'],
  ['a body without its key', '{ postUrn }', '{ postUrn, idempotencyKey: postUrn }'],
  ['a member of an error that is not there', 'error.error.reason', 'error.error.code'],
  ['a seniority that is not there', "=== 'intern'", "=== 'unpaid'"],
];
