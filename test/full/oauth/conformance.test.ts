/** The official conformance suite's scenarios for authorization servers, with a person who approves what it opens. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../../../scripts/database-server';
import { node22 } from '../../support/node22';
import { register } from '../../oauth/support/flow';
import { startConsentingService, type ConsentingService } from '../../oauth/support/service';

const suite = join(dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist', 'index.js');
const checksShape = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

let site: ConsentingService;
beforeAll(async () => {
  site = await startConsentingService();
});
afterAll(() => site.end());

test('passes every scenario', async () => {
  const port = await freePort();
  const clientId = await register(site, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-conformance-'));
  try {
    const target = ['--url', site.issuer, '--client-id', clientId, '--resource', site.resource];
    const child = spawn(node22(), [suite, 'authorization', ...target, '-p', String(port), '-o', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // It would open a browser by itself where there is one.
      env: { ...process.env, BROWSER: 'none', CI: 'true' },
    });
    let said = '';
    const opened = new Set<string>();
    const listen = (part: Buffer) => {
      said += part.toString();
      for (const [address] of said.matchAll(/https?:\/\/\S*\/authorize\?\S+(?=\s)/g)) {
        if (opened.has(address)) continue;
        opened.add(address);
        void site.consent(new URL(address)).then((callback) => fetch(callback));
      }
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    const status = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const checks = resultsIn(folder);
    const failed = checks.filter((check) => check.status === 'FAILURE' || check.status === 'WARNING');
    expect(failed).toEqual([]);
    expect(opened.size).toBe(1);
    expect(checks.map((check) => check.id).sort()).toEqual([
      'authorization-code-grant',
      'authorization-server-metadata',
      'authorization-server-metadata-cimd',
    ]);
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function resultsIn(folder: string): z.output<typeof checksShape> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  );
  return files.flatMap((name) => checksShape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}
