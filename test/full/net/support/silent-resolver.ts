/**
 * Services in a network of their own (silent-resolver.sh), whose resolver is a UDP server on loopback: for the system's lookups as
 * for all others. It knows few names and keeps silent about the rest. Prints what was answered in each phase, a line of JSON each.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { createOrganization } from '../../../../src/store/access/organizations';
import { queueMessage } from '../../../../src/store/webhooks/emit';
import { startNameServer } from '../../../net/support/name-server';
import { register } from '../../../oauth/support/flow';
import { bearer, send, startTestService } from '../../../support/service';
import { password, person } from '../../../web/support/service';
import { formTokenIn, Visitor } from '../../../web/support/visitor';
import { startReceiver } from '../../../webhooks/support/receiver';
import { writingKey } from '../../../webhooks/support/keys';

const many = { pictures: 200, signIns: 50, hooks: 10, rounds: 3 };

/** Starts the work so many times at once. @returns how many answers of each status there were. */
async function answers(times: number, work: (n: number) => Promise<number>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const statuses = await Promise.all(Array.from({ length: times }, (_, n) => work(n)));
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const tell = (phase: string, facts: Record<string, unknown>) =>
  void process.stdout.write(`${JSON.stringify({ phase, ...facts })}\n`);

/** An application with people of its own: signs their tokens, and publishes its keys under a name. */
async function startApplication() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let fetches = 0;
  const server = createServer((_req, res) => {
    fetches += 1;
    // Used for five seconds.
    res.setHeader('Cache-Control', 'no-store');
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'ES256' };
    res.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    fetches: () => fetches,
    token(sub: string) {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { sub, aud: 'leadlight:session', iat, exp: iat + 300 };
      return jwt.sign(claims, privateKey, { algorithm: 'ES256', keyid: '1' });
    },
  };
}

async function main(): Promise<void> {
  const known: Record<string, string> = { 'keys.internal': '127.0.0.1', 'live.internal': '127.0.0.1' };
  const names = await startNameServer(known, 53);
  const [application, receiver] = [await startApplication(), await startReceiver()];
  const silentHosts = Array.from({ length: many.hooks }, (_, n) => `hook-${n}.internal`);
  const service = await startTestService({
    env: {
      SESSION_TOKEN_JWKS_URL: `http://keys.internal:${application.port}/jwks`,
      WEBHOOK_ALLOWED_HOSTS: ['live.internal', ...silentHosts].join(','),
      OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com',
      OAUTH_REGISTRATIONS_PER_HOUR: '1000',
      TRUST_PROXY: '1',
      RUN_WORKER: 'true',
    },
  });
  // Password and name sign in to this one, in the same process.
  const other = await startTestService({ env: { OAUTH_REGISTRATIONS_PER_HOUR: '1000' } });
  await person(other, 'olive@example.com', { Acme: 'OWNER' });
  await person(service, 'olive@example.com', { Acme: 'OWNER' });
  const first = async (sql: string) => (await service.db.select<{ id: string }>(sql))[0]?.id ?? '';
  const [user, acme] = [await first('SELECT id FROM users'), await first('SELECT id FROM organizations')];
  const beta = (await createOrganization(service.db, 'Beta'))?.id ?? '';
  const key = await service.key(acme);

  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await send(service, path, { headers })).status;
  const oauth = '/api/v1/mcp/oauth';
  const signIn = () => get(`${oauth}/connections`, bearer(application.token(user)));
  const byPassword = async () => {
    const visitor = new Visitor({ url: `http://127.0.0.1:${other.port}` });
    const formToken = formTokenIn((await visitor.get('/consent?requestToken=any')).text);
    const fields = { requestToken: 'any', formToken, email: 'olive@example.com', password };
    return (await visitor.post('/sign-in', fields)).status;
  };
  const withoutNames = async () => ({
    reads: await answers(10, () => get('/api/v1/customer/leads?limit=1', bearer(key))),
    healthz: await answers(10, () => get('/healthz')),
    readyz: await answers(10, () => get('/readyz')),
    passwords: await answers(2, byPassword),
  });
  const hook = async (organizationId: string, url: string) => {
    const headers = { ...bearer(await writingKey(service.db, organizationId)), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url, types: ['discovery.finished'] });
    const { text } = await send(service, '/api/v1/customer/webhooks', { method: 'POST', headers, body });
    const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(text)).data;
    await queueMessage(service.db, organizationId, id, { type: 'webhook.test', data: {}, now: Date.now() });
  };

  tell('control', { signedIn: await answers(many.signIns, signIn), ...(await withoutNames()) });

  const clients: string[] = [];
  for (let n = 0; n < many.pictures; n += 1) {
    const logo_uri = `https://picture-${n}.silent.example/logo.png`;
    clients.push(await register({ issuer: `http://127.0.0.1:${service.port}${oauth}`, resource: '' }, { logo_uri }));
  }
  for (const host of silentHosts) await hook(acme, `http://${host}/`);
  for (let n = 0; n < many.hooks; n += 1) await hook(acme, `https://hook-${n}.silent.example/`);
  const pictures = answers(many.pictures, (n) =>
    get(`${oauth}/authorize/picture?client_id=${clients[n] ?? ''}`, { 'X-Forwarded-For': `198.51.100.${n}` }),
  );
  await hook(beta, `http://${receiver.host.replace('127.0.0.1', 'live.internal')}/`);
  for (let round = 0; round < many.rounds; round += 1) {
    tell('attacked', { signedIn: await answers(many.signIns, signIn), ...(await withoutNames()) });
    // Until the keys have to be fetched again.
    await setTimeout(5_100);
  }
  tell('pictures', { pictures: await pictures });
  while (receiver.received.length === 0) await setTimeout(50);

  delete known['keys.internal'];
  const silent = answers(many.signIns, signIn);
  tell('silent', { ...(await withoutNames()), signedIn: await silent });
  known['keys.internal'] = '127.0.0.1';
  while ((await signIn()) !== 200) await setTimeout(100);
  tell('over', { fetches: application.fetches(), asked: new Set(names.asked).size });
  await Promise.all([service.end(), other.end()]);
  process.exit();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  process.exit(1);
});
