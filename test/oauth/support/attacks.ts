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

/** The request of a table's rows with nothing wrong about it: if it does not pass, no row says anything. */
export interface Control<Context> {
  readonly send: (context: Context) => Promise<Answer>;
  readonly status: number;
  /** Whether it leaves something stored; a look-up does not. */
  readonly stores?: boolean;
}

/**
 * Runs the rows as tests, after their positive controls. `make` is called for each row, before what it changes is measured.
 * @param controls what the rows differ from, sent the same way.
 */
export function attackTable<Context extends { readonly server: TestServer }>(
  controls: readonly Control<Context>[],
  rows: readonly Attack<Context>[],
  make: () => Promise<Context>,
): void {
  test.each(controls)('positive control: with nothing wrong, $status', async ({ send, status, stores = true }) => {
    const context = await make();
    const before = await fingerprint(context.server);
    const answer = await send(context);
    expect({ status: answer.status, error: errorOf(answer) }).toEqual({ status, error: undefined });
    expect((await fingerprint(context.server)) !== before).toBe(stores);
  });

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

/** The code of an error; a redirect that carries none is a success. */
const errorOf = (answer: Answer): string | undefined => {
  const code = codeOf(answer);
  return code === 'redirected' ? undefined : code;
};

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
