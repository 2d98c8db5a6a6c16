/** Running a table of attacks: each row is answered with an exact status and code, and nothing changed. */
import { createHash } from 'node:crypto';
import { member, type Answer } from './flow';
import type { TestServer } from './server';

export interface Attack<Context> {
  readonly name: string;
  readonly send: (context: Context) => Promise<Answer>;
  readonly status: number;
  /** The code in the envelope, the RFC 6749 body, the error page or the redirect; undefined for a success without effect. */
  readonly code: string | undefined;
  /** Tells what must have changed; without it nothing may have. */
  readonly changes?: (context: Context) => Promise<void>;
}

/** Runs the rows as tests. `make` is called for each row, before what it changes is measured. */
export function attackTable<Context extends { readonly server: TestServer }>(
  rows: readonly Attack<Context>[],
  make: () => Promise<Context>,
): void {
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const context = await make();
    const before = await fingerprint(context.server);
    const answer = await row.send(context);
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: row.status, code: row.code });
    expect(answer.text).not.toMatch(/node_modules|\bat .+:\d+:\d+|SELECT |SQLITE|TypeError|ReferenceError/);
    if (row.changes) await row.changes(context);
    else expect(await fingerprint(context.server)).toBe(before);
  });
}

/** The code of an error, wherever this kind of answer carries it. */
export function codeOf(answer: Answer): string | undefined {
  const location = answer.headers.get('location');
  if (location !== null) return new URL(location).searchParams.get('error') ?? 'redirected';
  if (answer.headers.get('content-type')?.startsWith('text/html')) return /<code>(\w+)<\/code>/.exec(answer.text)?.[1];
  const error = member(answer.json, 'error');
  if (typeof error === 'object' && error !== null) {
    const code = member(error, 'code');
    // The envelope says its own status.
    expect(member(error, 'status')).toBe(answer.status);
    expect(member(error, 'request_id')).toBe(answer.headers.get('x-request-id'));
    return String(code);
  }
  return typeof error === 'string' ? error : undefined;
}

const tables = ['oauth_clients', 'oauth_requests', 'oauth_codes', 'oauth_grants', 'oauth_audit', 'memberships'];

/** One text for everything the authorization server has stored. */
export async function fingerprint(server: TestServer): Promise<string> {
  const hash = createHash('sha256');
  for (const table of tables)
    hash.update(JSON.stringify(await server.db.select(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  return hash.digest('hex');
}
