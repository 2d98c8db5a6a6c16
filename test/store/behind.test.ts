/**
 * A cursor from a node that was further than the one that reads its next page: on this one rows are missing that the page before
 * counted on. The caller is told to try later; the page is never answered with a gap.
 */
import { availableDatabases } from '../support/databases';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

const servers = availableDatabases().filter((kind) => kind !== 'sqlite');

it('is a matter of servers: SQLite has one node', () => expect(servers).not.toContain('sqlite'));

for (const kind of servers) {
  describe(`a node of ${kind}`, () => {
    let service: TestService;
    let headers: Record<string, string>;
    let organizationId: string;
    beforeAll(async () => {
      service = await startTestService({ kind });
      organizationId = (await seedWorkspace(service.db, 'behind', 30)).organizationId;
      headers = bearer(await service.key(organizationId));
    });
    afterAll(() => service.end());

    /** Shows the service its workspace as a node that is behind would. */
    const moveRevision = (by: number) =>
      service.db.run('UPDATE organizations SET revision = revision + ? WHERE id = ?', [by, organizationId]);

    test.each([
      '/customer/leads',
      '/customer/leads/signals',
      '/customer/watchlist/profiles',
      '/customer/account-reports',
    ])('GET %s: 503 with Retry-After until the node has caught up', async (path) => {
      const page = (cursor = '') => send(service, `/api/v1${path}?limit=1${cursor}`, { headers });
      const first = await page();
      expect(first.status).toBe(200);
      const { nextCursor } = (JSON.parse(first.text) as { page: { nextCursor: string } }).page;
      const next = () => page(`&cursor=${nextCursor}`);
      expect((await next()).status).toBe(200);
      await moveRevision(-1);
      const behind = await next();
      expect([behind.status, Number(behind.headers['retry-after']) > 0]).toEqual([503, true]);
      expect(behind.text).toContain('"service_unavailable"');
      // A caller without a cursor is answered: it is not older than the caller has seen.
      expect((await page()).status).toBe(200);
      await moveRevision(1);
      expect((await next()).status).toBe(200);
    });
  });
}
