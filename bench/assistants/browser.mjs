// The person's browser: opens the address that an assistant gives it, approves on the consent page, and goes back.
// LEADLIGHT_BENCH_PERSON names a file with `{session, organizationId}`.
import { readFileSync } from 'node:fs';

const address = process.argv.find((argument) => argument.startsWith('http')) ?? 'none:';
const { session, organizationId } = JSON.parse(readFileSync(process.env.LEADLIGHT_BENCH_PERSON ?? '', 'utf8'));
const opened = await fetch(address, { redirect: 'manual' });
const requestToken = new URL(opened.headers.get('location') ?? 'none:').searchParams.get('requestToken');
const { origin, pathname } = new URL(address);
const decided = await fetch(`${origin}${pathname}/complete`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
  body: JSON.stringify({ requestToken, organizationId, approved: true }),
});
const { redirectUrl } = await decided.json();
await fetch(redirectUrl);
