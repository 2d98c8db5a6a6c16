/** Two services with folders of their own over one database: an upload stays with its machine, and an erasure reaches both. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { newId } from '../../../src/database/new-id';
import { addMember } from '../../../src/store/access/members';
import { createOrganization } from '../../../src/store/access/organizations';
import { waitingPlaces } from '../../../src/store/privacy/file-places';
import { importInto, ndjson, slugUrl } from '../../import/support/site';
import { Browser } from '../../console/support';
import { startProcess, type ServiceProcess } from '../../oauth/support/processes';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../../support/databases';

const header = 'profileUrl,name\n';
const row = (slug: string, name: string) => `https://www.linkedin.com/in/${slug},${name}\n`;
const hers = row('ines-haddad-wexley', 'Ines Haddad-Wexley');
const his = row('bo-lind', 'Bo Lind');
const waiting = z.object({ waitsOn: z.array(z.string()) });

// One server is enough: the files are what differs between machines.
describe.each(availableDatabases().filter((kind) => kind === 'mariadb'))('two machines on %s', (kind) => {
  let opened: OpenTestDatabase;
  let organizationId: string;
  let cookie: string;
  const running: ServiceProcess[] = [];
  const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `leadlight-machine-${name}-`)));
  const [folderOfA = '', folderOfB = ''] = folders;

  const start = async (folder: string) => {
    const service = await startProcess({
      DATABASE_URL: opened.database.url,
      DATA_DIR: folder,
      SUPPRESSION_KEY: 'k'.repeat(64),
    });
    running.push(service);
    const browser = new Browser(service);
    browser.cookies.set('leadlight-console', cookie);
    return { service, browser };
  };
  const send = (browser: Browser, uploadId: string, at: number, body: string) =>
    browser.request('POST', `${organizationId}/upload`, body, {
      Origin: browser.origin,
      'Content-Type': 'application/octet-stream',
      'Sec-Fetch-Site': 'same-origin',
      'Upload-Id': uploadId,
      'Upload-Offset': String(at),
      'Upload-Length': String(header.length + hers.length + his.length),
    });
  const fileIn = (folder: string, uploadId: string) => join(folder, 'uploads', organizationId, uploadId);

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    organizationId = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
    const person = { organizationId, email: 'ada@acme.example', displayName: 'Ada', passwordHash: null } as const;
    const added = await addMember(opened.db, { ...person, role: 'OWNER', active: true });
    cookie = await new ConsoleSessions(opened.db).start(added?.userId ?? '');
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.kill()));
    await opened.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('keep uploads apart, and a machine that was killed cleans its files before it serves again', async () => {
    const [a, b] = await Promise.all([start(folderOfA), start(folderOfB)]);
    const uploadId = newId();
    const first = header + hers;
    expect(await send(b.browser, uploadId, 0, first)).toMatchObject({ status: 200, body: { bytes: first.length } });
    const path = fileIn(folderOfB, uploadId);

    // The right offset and the wrong one, at the machine that does not have the file.
    for (const at of [first.length, 0]) {
      expect(await send(a.browser, uploadId, at, his)).toMatchObject({ status: 409, code: 'conflict' });
      expect(readFileSync(path, 'utf8')).toBe(first);
      expect(existsSync(fileIn(folderOfA, uploadId))).toBe(false);
    }
    expect(await send(b.browser, uploadId, first.length, his)).toMatchObject({ status: 200 });
    expect(readFileSync(path, 'utf8')).toBe(first + his);

    const known = join(folderOfA, 'known.ndjson');
    const named = { profileUrl: slugUrl('ines-haddad-wexley'), name: 'Ines Haddad-Wexley' };
    writeFileSync(known, ndjson([{ kind: 'person', ...named }]));
    await importInto(opened, organizationId, known, { format: 'generic' });
    await b.service.kill();
    const erase = () =>
      a.browser.post(`${organizationId}/erase_person`, {
        person: slugUrl('ines-haddad-wexley'),
      });
    const erased = await erase();
    expect(erased).toMatchObject({ status: 200 });
    expect(waiting.parse(erased.body).waitsOn).toHaveLength(1);
    expect((await waitingPlaces(opened.db)).map(({ folder }) => folder)).toContain(folderOfB);
    expect(readFileSync(path, 'utf8')).toContain('Wexley');
    // Asked again, it says what is left.
    expect(waiting.parse((await erase()).body).waitsOn).toHaveLength(1);

    await start(folderOfB);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').not.toMatch(/wexley/i);
    expect((await waitingPlaces(opened.db)).map(({ folder }) => folder)).not.toContain(folderOfB);
  });
});
