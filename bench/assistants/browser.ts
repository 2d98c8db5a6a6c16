/** The person's browser: opens the address that an assistant gives it, approves on the consent page, and goes back. */
import { readFileSync } from 'node:fs';
import { fieldOf } from '../../src/shared/records';

/** Names a file with `{session, organizationId}`. */
export const personVariable = 'LEADLIGHT_BENCH_PERSON';

async function browse(address: string): Promise<void> {
  const person: unknown = JSON.parse(readFileSync(process.env[personVariable] ?? '', 'utf8'));
  const opened = await fetch(address, { redirect: 'manual' });
  const requestToken = new URL(opened.headers.get('location') ?? 'none:').searchParams.get('requestToken');
  const { origin, pathname } = new URL(address);
  const decided = await fetch(`${origin}${pathname}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(fieldOf(person, 'session'))}` },
    body: JSON.stringify({ requestToken, organizationId: fieldOf(person, 'organizationId'), approved: true }),
  });
  await fetch(String(fieldOf(await decided.json(), 'redirectUrl')));
}

if (require.main === module) {
  const address = process.argv.find((argument) => argument.startsWith('http'));
  browse(address ?? 'none:').catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
