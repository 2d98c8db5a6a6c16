// Signs in with the provider of Gemini CLI's core package, in a process of its own: `gemini.mjs CORE ADDRESS`, then "y" on its input.
import { pathToFileURL } from 'node:url';

const [core = '', address = ''] = process.argv.slice(2);
const { MCPOAuthProvider } = await import(pathToFileURL(core).href);
const provider = new MCPOAuthProvider();
await provider.authenticate('leadlight', { enabled: true }, address);
// It takes a token that ends within five minutes for one that has ended, so this one is refreshed.
const token = await provider.getValidToken('leadlight', { enabled: true });

async function ask(method, params) {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token ?? ''}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.text();
}

const listed = await ask('tools/list', {});
const answer = await ask('tools/call', { name: 'svc_get_workspace_access', arguments: {} });
console.log(`\n${JSON.stringify({ offered: listed.match(/"name":"svc_/g)?.length ?? 0, answer })}`);
// The provider leaves servers and timers open.
process.exit(0);
