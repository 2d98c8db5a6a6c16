/** How assistants and their directories show the service: its name, address, logo, and where its policy and terms are. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { TracedResponse } from '../../src/http/traced-response';
import { consoleFileRoutes } from '../../src/interfaces/web/console/files';
import { seedWorkspace } from '../support/seed';
import { startTestService } from '../support/service';
import { post } from './support/messages';

test('the console’s document has the brand, escaped, as its title and for its script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-console-'));
  copyFileSync(join(__dirname, '..', '..', 'packages', 'console', 'index.html'), join(folder, 'index.html'));
  const named = { folder, publicUrl: 'https://leads.example.com/x', publicPath: '/x', brand: 'Radar & "Co" $&' };
  const [route] = consoleFileRoutes(named);
  const server = createServer({ ServerResponse: TracedResponse }, (req, res) => {
    if (route && typeof route.answer !== 'function') void route.answer.GET?.(req, res, ['app']);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as AddressInfo).port;
  const page = await (await fetch(`http://127.0.0.1:${port}/app`)).text();
  server.close();
  expect(page).toContain('<title>Radar &amp; &quot;Co&quot; $&amp;</title>');
  expect(page).toContain('<meta name="application-name" content="Radar &amp; &quot;Co&quot; $&amp;"');
  expect(page).toContain('="/x/app/assets/main.js"');
  expect(page).not.toContain('Leadlight');
  rmSync(folder, { recursive: true });
});

test('server and metadata carry the brand of the operator', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-brand-'));
  const logo = join(folder, 'logo.png');
  writeFileSync(logo, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const service = await startTestService({
    env: {
      MCP_API_KEYS: 'on',
      BRAND_NAME: 'Northwind Leads',
      BRAND_LOGO_FILE: logo,
      BRAND_POLICY_URL: 'https://northwind.example/privacy',
      BRAND_TERMS_URL: 'https://northwind.example/terms',
    },
  });
  const root = `http://127.0.0.1:${service.port}`;
  const { organizationId } = await seedWorkspace(service.db, 'Branding', 1);
  const key = { organizationId, name: 'k', dataAccess: dataAccessFlags, expiresAt: null, mcp: true };
  const { secret } = await createApiKey(service.db, key);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const answer = await post(`${root}/mcp`, secret, {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  const src = `${root}/brand-logo`;
  expect(answer.json?.result?.['serverInfo']).toEqual({
    name: 'leadlight',
    title: 'Northwind Leads',
    version: expect.any(String),
    websiteUrl: root,
    icons: [{ src, mimeType: 'image/png' }],
  });
  expect((await fetch(src)).headers.get('content-type')).toBe('image/png');
  const metadata: unknown = await (await fetch(`${root}/.well-known/oauth-protected-resource/mcp`)).json();
  expect(metadata).toMatchObject({
    resource_name: 'Northwind Leads',
    resource_policy_uri: 'https://northwind.example/privacy',
    resource_tos_uri: 'https://northwind.example/terms',
  });
  for (const path of ['/nothing-here', '/mcp', '/digest/unsubscribe?token=x']) {
    const page = await (await fetch(`${root}${path}`, { headers: { accept: 'text/html' } })).text();
    expect([path, page.includes('Northwind Leads</p>'), page.includes('Leadlight')]).toEqual([path, true, false]);
  }
  await service.end();
  rmSync(folder, { recursive: true });
});
