/** The page that shows the OpenAPI document. */
import { send, startTestService, type TestService } from '../support/service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

it('asks no other host for anything, and its policy would not let it', async () => {
  const page = await send(service, '/api/v1/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/https?:|\*|unsafe/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
  expect(files.length).toBe(4);
  for (const file of files) expect((await send(service, `/api/v1/${file}`)).status).toBe(200);
});

it('serves the files of the page and no others', async () => {
  for (const name of ['index.html', 'package.json', '../swagger-ui.js', '..%2fpackage.json', 'swagger-ui.js.map']) {
    expect((await send(service, `/api/v1/docs/${name}`)).status).toBe(404);
  }
});
