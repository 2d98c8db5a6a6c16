/** Vendors' assistants as they present themselves: their documents, registrations and requests, unchanged. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { vendors, type Vendor } from '../../src/shared/vendors';
import { availableDatabases, migratedTestDatabase, type TestDatabase } from '../support/databases';
import { authorizeUrl, call, complete, fullScope, pkce, postForm, postJson, send } from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

const folder = join(__dirname, 'support/certificates');
const cert = readFileSync(join(folder, 'vendors.crt'), 'utf8');
const key = readFileSync(join(folder, 'vendors.key'), 'utf8');
const documents = new Map(
  vendors.flatMap((vendor) => vendor.documents.map(({ document }) => [document.client_id, document] as const)),
);
/** Answers for every vendor's host. */
const hosts = createServer({ cert, key }, (req, res) => {
  const document = documents.get(`https://${req.headers.host?.split(':')[0] ?? ''}${req.url ?? ''}`);
  res.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(document ?? {}));
});

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(() => new Promise<void>((resolve) => hosts.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => hosts.close(resolve)));

/** From the request for consent to a call and a refresh. @returns the scopes that were granted. */
async function connectAs(clientId: string, request: Vendor['request']): Promise<string> {
  const { verifier, challenge } = pkce();
  const resource = request.resource ? server.resource : undefined;
  const asked = await send(
    authorizeUrl(server, clientId, challenge, { redirect_uri: request.redirectUri, scope: request.scope, resource }),
  );
  const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken');
  expect([asked.status, requestToken === null]).toEqual([302, false]);
  const person = workspace.people.OWNER;
  const decided = await complete(server, person, {
    requestToken,
    organizationId: workspace.organizationId,
    approved: true,
  });
  const code = new URL(decided.said('redirectUrl')).searchParams.get('code') ?? '';
  const own = { client_id: clientId, ...(resource === undefined ? {} : { resource }) };
  const redeemed = await postForm(`${server.issuer}/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: request.redirectUri,
    code_verifier: verifier,
    ...own,
  });
  expect(redeemed.status).toBe(200);
  expect((await call(server, redeemed.said('access_token'))).status).toBe(200);
  const refreshed = await postForm(`${server.issuer}/token`, {
    grant_type: 'refresh_token',
    refresh_token: redeemed.said('refresh_token'),
    client_id: clientId,
    // Some repeat what they asked for, with names that mean nothing here.
    ...(request.scope === undefined ? {} : { scope: request.scope }),
  });
  expect(refreshed.status).toBe(200);
  expect((await call(server, refreshed.said('access_token'))).status).toBe(200);
  return redeemed.said('scope');
}

const withDocuments = vendors.flatMap((vendor) =>
  vendor.documents.map(({ document }) => [vendor.title, vendor, document.client_id] as const),
);
const withRegistrations = vendors.flatMap((vendor) =>
  vendor.registrations.map(({ body }) => [vendor.title, vendor, body] as const),
);

describe.each(availableDatabases())('on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migratedTestDatabase(kind);
    const { port } = hosts.address() as AddressInfo;
    server = await startTestServer({
      databaseUrl: database.url,
      env: { OAUTH_ALLOWED_REDIRECT_ORIGINS: '' },
      documents: {
        resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
        isAllowedAddress: () => true,
        ca: cert,
        port,
      },
    });
    workspace = await addWorkspace(server);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  test.each(withDocuments)('%s, by its document', async (_title, vendor, clientId) => {
    expect(await connectAs(clientId, vendor.request)).toBe(fullScope);
  });

  test.each(withRegistrations)('%s, by registration', async (_title, vendor, body) => {
    const registered = await postJson(`${server.issuer}/register`, body);
    expect(registered.status).toBe(201);
    // Some register another address than their document names.
    const [redirectUri = vendor.request.redirectUri] = body.redirect_uris;
    expect(await connectAs(registered.said('client_id'), { ...vendor.request, redirectUri })).toBe(fullScope);
  });
});
