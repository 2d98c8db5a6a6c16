/** How assistants and their directories show the service: its name, address, logo, and where its policy and terms are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { seedWorkspace } from '../support/seed';
import { startTestService } from '../support/service';
import { post } from './support/messages';

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
