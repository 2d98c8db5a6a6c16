/** The examples of proxies (examples/operate), run as they are but for names, ports and certificates, in front of the real service. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '../../../scripts/database-server';
import { machine } from '../../../scripts/machine.cjs';
import { seedWorkspace } from '../../support/seed';
import { bearer, startTestService, type TestService } from '../../support/service';

const root = join(__dirname, '..', '..', '..');
const { nginx, caddy } = machine();
const example = (path: string) => readFileSync(join(root, 'examples', 'operate', path), 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-proxies-'));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject, ...files],
    { stdio: 'ignore' },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ports {
  readonly proxy: number;
  readonly service: number;
}

/** The example for nginx with these ports and our certificate, inside what Debian's nginx.conf puts around it. */
function forNginx(text: string, { proxy, service }: Ports): string[] {
  const server = text
    .replace('listen 443 ssl', `listen 127.0.0.1:${proxy} ssl`)
    .replace(/server_name .*;/, 'server_name localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
    // The port is in the address only here.
    .replaceAll('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${service}`);
  const config = join(folder, `nginx-${proxy}.conf`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx-${proxy}.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${server} }`,
  );
  return ['-e', 'stderr', '-p', folder, '-c', config];
}

/** The example for Caddy, likewise. */
function forCaddy(text: string, { proxy, service }: Ports): string[] {
  const config = join(folder, `Caddyfile-${proxy}`);
  const site = text
    .replace(
      /^\w+\.example\.com \{/m,
      `https://localhost:${proxy} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    )
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${service}`);
  writeFileSync(config, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  return ['run', '--adapter', 'caddyfile', '--config', config];
}

const takenOff = (text: string) =>
  text.replace(
    'location /leadlight/ {\n    proxy_pass http://127.0.0.1:3000;',
    'location /leadlight/ {\n    proxy_pass http://127.0.0.1:3000/;',
  );
const staysOn = (text: string) => text.replace('handle_path', 'handle');

const setups = [
  {
    name: 'nginx at the root',
    program: nginx,
    path: '',
    config: (ports: Ports) => forNginx(example('nginx/leadlight.conf'), ports),
  },
  {
    name: 'nginx below a path',
    program: nginx,
    path: '/leadlight',
    config: (ports: Ports) => forNginx(example('nginx/leadlight-path.conf'), ports),
  },
  {
    name: 'nginx that takes the path off',
    program: nginx,
    path: '/leadlight',
    config: (ports: Ports) => forNginx(takenOff(example('nginx/leadlight-path.conf')), ports),
  },
  {
    name: 'Caddy at the root',
    program: caddy,
    path: '',
    config: (ports: Ports) => forCaddy(example('caddy/Caddyfile'), ports),
  },
  {
    name: 'Caddy that takes the path off',
    program: caddy,
    path: '/leadlight',
    config: (ports: Ports) => forCaddy(example('caddy/Caddyfile-path'), ports),
  },
  {
    name: 'Caddy below a path',
    program: caddy,
    path: '/leadlight',
    config: (ports: Ports) => forCaddy(staysOn(example('caddy/Caddyfile-path')), ports),
  },
];

test('there are proxies where nothing may be left out', () => {
  expect((nginx !== null && caddy !== null) || process.env['CI'] !== 'true').toBe(true);
});

const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });

/** One request over TLS, to an address of `localhost` with our certificate. */
function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method: options.method ?? 'GET', headers: options.headers ?? {}, agent }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('error', reject);
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    req.on('error', reject);
    req.end(options.body);
  });
}

for (const { name, program, path, config } of setups) {
  if (program !== null) {
    describe(name, () => {
      let service: TestService;
      let proxy: ChildProcess;
      let publicUrl: string;
      let organizationId: string;
      beforeAll(async () => {
        const port = await freePort();
        publicUrl = `https://localhost:${port}${path}`;
        service = await startTestService({ env: { PUBLIC_URL: publicUrl, TRUST_PROXY: '1' } });
        ({ organizationId } = await seedWorkspace(service.db, 'behind a proxy', 30));
        proxy = spawn(program, config({ proxy: port, service: service.port }), {
          stdio: 'ignore',
          env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        });
        const answers = () =>
          ask(`${publicUrl}/healthz`).then(
            ({ status }) => status === 200,
            () => false,
          );
        expect(await until(answers, 300_000)).toBe(true);
      });
      afterAll(async () => {
        const gone = once(proxy, 'exit');
        proxy.kill('SIGTERM');
        await gone;
        await service.end();
      });

      test('the bare address, with and without a final slash, leads to the console', async () => {
        for (const bare of new Set([publicUrl, `${publicUrl}/`])) {
          let at = bare;
          for (let step = 0; step < 3 && !at.endsWith('/app/'); step += 1) {
            const answer = await ask(at, { headers: { accept: 'text/html' } });
            expect([at, String(answer.status)]).toEqual([at, expect.stringMatching(/^30[12378]$/)]);
            at = new URL(String(answer.headers['location']), at).href;
          }
          expect(at).toBe(`${publicUrl}/app/`);
        }
      });

      test('the console, REST, and an assistant that follows the challenge', async () => {
        const console_ = await ask(`${publicUrl}/app/sign-in`);
        expect(console_).toMatchObject({
          status: 200,
          headers: { 'content-type': expect.stringContaining('text/html') },
        });
        const secret = await service.key(organizationId);
        const leads = await ask(`${publicUrl}/api/v1/customer/leads?limit=2`, { headers: bearer(secret) });
        expect(leads.status).toBe(200);
        const challenge = await ask(`${publicUrl}/api/v1/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: Buffer.from('{}'),
        });
        expect(challenge.status).toBe(401);
        const metadata = /resource_metadata="([^"]+)"/.exec(String(challenge.headers['www-authenticate']))?.[1] ?? '';
        const resource = await ask(metadata);
        expect(resource.status).toBe(200);
        expect(JSON.parse(resource.text)).toMatchObject({ resource: `${publicUrl}/api/v1/mcp` });
        const server = await ask(
          `https://${new URL(publicUrl).host}/.well-known/oauth-authorization-server${path}/api/v1/mcp/oauth`,
        );
        expect(JSON.parse(server.text)).toMatchObject({ issuer: `${publicUrl}/api/v1/mcp/oauth` });
      });

      test('a part of an upload reaches the service whole, and a download comes whole', async () => {
        // Without a session it is refused, but by Leadlight: a proxy with a smaller limit would answer 413 as HTML.
        const part = await ask(`${publicUrl}/app/api/uploads`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: Buffer.alloc(8 * 1024 * 1024),
        });
        expect(part.headers['content-type']).toContain('application/json');
        const secret = await service.key(organizationId);
        const table = await ask(`${publicUrl}/api/v1/customer/leads.csv`, { headers: bearer(secret) });
        expect(table.text.trim().split('\n').length).toBeGreaterThan(1);
      });
    });
  }
}

test('systemd finds nothing wrong with the units', () => {
  const units = ['leadlight.service', 'leadlight-worker.service'].map((unit) => {
    // Where the program is differs; all else is checked as it stands.
    const path = join(folder, unit);
    writeFileSync(path, example(`systemd/${unit}`).replaceAll('/usr/bin/node', process.execPath));
    return path;
  });
  const wrong = join(folder, 'wrong.service');
  writeFileSync(wrong, '[Service]\nExecStart=/nowhere/at/all\n');
  const verify = (...paths: string[]) =>
    execFileSync('systemd-analyze', ['verify', ...paths], { stdio: 'pipe' }).toString();
  // Positive control: it does find what is wrong.
  expect(() => verify(wrong)).toThrow(/nowhere/);
  expect(verify(...units)).toBe('');
});
