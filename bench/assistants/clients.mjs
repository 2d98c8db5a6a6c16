// One client as its users use it: `clients.mjs NAME ADDRESS PORT`. It is sent to sign in, calls a tool, finds that its
// token is no good any more, refreshes it and calls again. BROWSER names the program that a person's browser is played by.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const [name = '', address = '', port = '0'] = process.argv.slice(2);
const tool = 'svc_get_workspace_access';
const callback = `http://127.0.0.1:${port}/callback`;
const metadata = { client_name: name, redirect_uris: [callback], grant_types: ['authorization_code', 'refresh_token'] };

/** Opens the address and waits for the person to come back. @returns the parameters of the callback. */
async function approve(url) {
  const server = createServer();
  await new Promise((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  const returned = new Promise((resolve) => {
    server.on('request', (req, res) => {
      res.end('You may close this window.');
      resolve(new URL(req.url ?? '', callback).searchParams);
    });
  });
  try {
    await promisify(execFile)(process.env.BROWSER ?? '', [String(url)]);
    return await returned;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** What an application remembers, in the form that the SDKs, LangChain's adapter and the AI SDK ask for. */
class Memory {
  redirectUrl = callback;
  clientMetadata = metadata;
  state = () => (this.stated ??= randomBytes(16).toString('hex'));
  saveState = (state) => void (this.stated = state);
  storedState = () => this.stated;
  clientInformation = () => this.client;
  saveClientInformation = (client) => void (this.client = client);
  tokens = () => this.saved;
  saveTokens = (tokens) => void (this.saved = tokens);
  authorizationServerInformation = () => this.server;
  saveAuthorizationServerInformation = (server) => void (this.server = server);
  redirectToAuthorization = (url) => void (this.opened = url);
  saveCodeVerifier = (verifier) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  /** The access token has ended: the next call is answered 401. */
  age = () => void (this.saved = { ...this.saved, access_token: 'ended' });
}

/** The two generations of the SDK: connected, sent to sign in, connected again, and once more with a token that has ended. */
async function withSdk(Client, Transport, finishes) {
  const memory = new Memory();
  const call = async () => {
    const transport = new Transport(new URL(address), { authProvider: memory });
    const client = new Client({ name, version: '1' });
    try {
      await client.connect(transport);
      const { tools } = await client.listTools();
      return { offered: tools.length, answer: JSON.stringify(await client.callTool({ name: tool, arguments: {} })) };
    } catch (error) {
      if (memory.saved !== undefined || memory.opened === undefined) throw error;
      const params = await approve(memory.opened);
      await transport.finishAuth(finishes(params));
      return undefined;
    } finally {
      await client.close();
    }
  };
  if ((await call()) !== undefined) throw new Error('it was not sent to sign in');
  await call();
  memory.age();
  return call();
}

async function firstSdk(folder) {
  const { Client } = await import(`${folder}/client/index.js`);
  const { StreamableHTTPClientTransport } = await import(`${folder}/client/streamableHttp.js`);
  return withSdk(Client, StreamableHTTPClientTransport, (params) => params.get('code'));
}

async function secondSdk(folder) {
  const { Client, StreamableHTTPClientTransport } = await import(folder);
  return withSdk(Client, StreamableHTTPClientTransport, (params) => params);
}

async function aiSdk() {
  const { auth, createMCPClient } = await import('@ai-sdk/mcp');
  const authProvider = new Memory();
  if ((await auth(authProvider, { serverUrl: address })) !== 'REDIRECT') throw new Error('it was not sent to sign in');
  const back = await approve(authProvider.opened);
  await auth(authProvider, {
    serverUrl: address,
    authorizationCode: back.get('code'),
    callbackState: back.get('state'),
  });
  const call = async () => {
    const client = await createMCPClient({ transport: { type: 'http', url: address, authProvider } });
    const tools = await client.tools();
    const answer = await tools[tool].execute({}, { toolCallId: '1', messages: [] });
    await client.close();
    return { offered: Object.keys(tools).length, answer: JSON.stringify(answer) };
  };
  await call();
  authProvider.age();
  return call();
}

async function langChain() {
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
  const authProvider = new Memory();
  const call = async () => {
    const client = new MultiServerMCPClient({ leadlight: { transport: 'http', url: address, authProvider } });
    try {
      const tools = await client.getTools();
      const answer = await tools.find((one) => one.name.endsWith(tool)).invoke({});
      return { offered: tools.length, answer: JSON.stringify(answer) };
    } finally {
      await client.close();
    }
  };
  // The adapter leaves the code to the application, which redeems it with the SDK below.
  const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js');
  await call().catch((error) => {
    if (authProvider.opened === undefined) throw error;
  });
  const back = await approve(authProvider.opened);
  await auth(authProvider, { serverUrl: address, authorizationCode: back.get('code') });
  await call();
  authProvider.age();
  return call();
}

const json = async (url, init) => (await fetch(url, init)).json();
const issuerOf = async () => {
  const { origin, pathname } = new URL(address);
  const described = await json(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  return String(described.authorization_servers[0]);
};
const metadataOf = (issuer) => {
  const { origin, pathname } = new URL(issuer);
  return json(`${origin}/.well-known/oauth-authorization-server${pathname}`);
};
const register = (endpoint) =>
  json(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...metadata, token_endpoint_auth_method: 'none' }),
  });

/** What libraries of OAuth alone do not bring: asks the endpoint by hand. */
async function ask(token) {
  const post = async (method, params) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: '*/*', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return response.text();
  };
  const listed = JSON.parse(await post('tools/list', {}));
  return {
    offered: listed.result?.tools.length ?? 0,
    answer: await post('tools/call', { name: tool, arguments: null }),
  };
}

/** Its default: Basic with id and secret, here an empty one; no PKCE and no `resource` of its own. */
async function simpleOauth2() {
  const { AuthorizationCode } = await import('simple-oauth2');
  const server = await metadataOf(await issuerOf());
  const { client_id: id } = await register(server.registration_endpoint);
  const { origin, pathname } = new URL(server.token_endpoint);
  const client = new AuthorizationCode({
    client: { id, secret: '' },
    auth: { tokenHost: origin, tokenPath: pathname, authorizePath: new URL(server.authorization_endpoint).pathname },
  });
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = {
    redirect_uri: callback,
    scope: server.scopes_supported,
    code_challenge,
    code_challenge_method: 'S256',
  };
  const back = await approve(client.authorizeURL(asked));
  const token = await client.getToken({ code: back.get('code'), redirect_uri: callback, code_verifier: verifier });
  await ask(token.token.access_token);
  return ask((await token.refresh()).token.access_token);
}

async function oauth4webapi() {
  const oauth = await import('oauth4webapi');
  const plain = { [oauth.allowInsecureRequests]: true };
  const resource = new URL(address);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, plain),
  );
  const issuer = new URL(described.authorization_servers[0]);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, { ...metadata, token_endpoint_auth_method: 'none' }, plain),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint);
  url.search = String(
    new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'code',
      state,
      resource: address,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  );
  const params = oauth.validateAuthResponse(server, client, await approve(url), state);
  const redeemed = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), params, callback, verifier, plain),
  );
  await ask(redeemed.access_token);
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), redeemed.refresh_token, plain),
  );
  return ask(refreshed.access_token);
}

/** The file of a package beside this one. */
const fileOf = (...path) => join(fileURLToPath(new URL('.', import.meta.url)), 'node_modules', ...path);

/** Programs keep their tokens in files of the home folder: the access token there has ended. */
function ageStored() {
  for (const entry of readdirSync(homedir(), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(access_token\\*"\s*:\s*\\*")[^"\\]+/g, '$1ended'));
  }
}

/** As in the configuration of a client that knows programs alone. */
async function mcpRemote() {
  const { Client } = await import('client-2.4');
  const { StdioClientTransport } = await import('client-2.4/stdio');
  const call = async () => {
    const args = [fileOf('mcp-remote', 'dist', 'proxy.js'), address, port];
    const client = new Client({ name, version: '1' });
    // The browser that it opens is told by the environment whom it plays.
    const { env } = process;
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    const answer = JSON.stringify(await client.callTool({ name: tool, arguments: {} }));
    await client.close();
    return { offered: tools.length, answer };
  };
  await call();
  ageStored();
  return call();
}

async function inspector() {
  const launcher = fileOf('@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');
  const run = async (...args) => {
    const all = [launcher, '--cli', '--server-url', address, '--format', 'json', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 1 << 24 });
    return stdout;
  };
  const called = ['--method', 'tools/call', '--tool-name', tool];
  await run(...called);
  ageStored();
  const listed = await run('--method', 'tools/list');
  return { offered: listed.match(/"name":"svc_/g)?.length ?? 0, answer: await run(...called) };
}

const others = {
  'mcp-remote': mcpRemote,
  '@modelcontextprotocol/inspector': inspector,
  '@ai-sdk/mcp': aiSdk,
  '@langchain/mcp-adapters': langChain,
  'simple-oauth2': simpleOauth2,
  oauth4webapi,
};
const used = await (name.startsWith('sdk-')
  ? firstSdk(name)
  : name.startsWith('client-')
    ? secondSdk(name)
    : others[name]());
console.log(`\n${JSON.stringify(used)}`);
process.exit(0);
