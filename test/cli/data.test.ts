import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '../../src/interfaces/cli/exit-codes';
import { Database } from '../../src/database/database';
import { operator, type Operator } from './recorded-terminal';

const examples = join(__dirname, '..', '..', 'examples');
const exportsFolder = join(examples, 'exports', 'brightmoor');

describe('a workspace with data', () => {
  let op: Operator;
  let folder: string;

  beforeAll(async () => {
    op = operator();
    await op.run('migrate');
    await op.run('workspace create Acme');
    await op.run('member add owner@demo.leadlight.example --role OWNER');
    await op.run('member add admin@demo.leadlight.example --role ADMIN');
    await op.run('member add gone@example.com --inactive');
    folder = join(op.dataDir, 'files');
    mkdirSync(folder);
    const likers = 'phantombuster-likers-2026-10-26.csv';
    for (const name of [likers, 'generic-posts-2026-11-15.csv', 'generic-people-2026-11-15.csv']) {
      copyFileSync(join(exportsFolder, name), join(folder, name));
    }
    writeFileSync(join(folder, 'nothing.csv'), 'apples,pears\n1,2\n');
  });
  afterAll(() => op.dispose());

  const files = () =>
    ['phantombuster-likers-2026-10-26.csv', 'generic-posts-2026-11-15.csv'].map((name) => join(folder, name));
  const leads = async () => {
    const db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
    const rows = await db.select<{ id: string; disposition: string; owner_id: string | null }>(
      'SELECT id, disposition, owner_id FROM leads ORDER BY id',
    );
    await db.close();
    return rows;
  };

  it('tries an import without changing anything', async () => {
    const ran = await op.run(`import ${files().join(' ')} --dry-run --json`);
    expect(ran.status).toBe(0);
    expect(ran.json()).toMatchObject({
      dryRun: true,
      leads: null,
      failures: [],
      files: [
        { records: { engagement: expect.any(Number), lead: 0 }, engagements: null, people: null, posts: null },
        { records: { engagement: 0, post: expect.any(Number) }, engagements: null, people: null, posts: null },
      ],
    });
    const words = (await op.run(`import ${files().join(' ')} --dry-run`)).out;
    expect(words).toMatch(/would import \d+ engagements, \d+ posts?, \d+ people\n/);
    expect(words).toMatch(/would import \d+ posts, \d+ (?:people|person)\n/);
    expect(words).toMatch(/refused 1 row\n {4}1 row: no profile link\n/);
    expect(words).not.toMatch(/ new| known/);
    expect(await leads()).toEqual([]);
    expect(existsSync(`${files()[0]}.rejects`)).toBe(false);
  });

  it('imports, says what became of the rows, and writes the refused ones down', async () => {
    const ran = await op.run(`import ${files().join(' ')}`);
    expect(ran.status).toBe(0);
    expect(ran.out).toMatch(/phantombuster-likers, \d+ rows/);
    expect(ran.out).toMatch(/refused 1 row, see .*\.rejects/);
    expect(ran.out).toMatch(/Leads: \d+ new/);
    expect(readFileSync(`${files()[0]}.rejects`, 'utf8')).toMatch(/^\w+ \d+\tno profile link\t/);
    expect((await leads()).length).toBeGreaterThan(10);
  });

  it('changes nothing when it imports the same again', async () => {
    const before = await leads();
    expect((await op.run('audit --limit 1 --json')).json()).toMatchObject({
      entries: [{ action: 'import_file', actor: { kind: 'operator' }, object: { kind: 'file' } }],
    });
    const again = (await op.run(`import ${files().join(' ')} --json`)).json();
    expect(again).toMatchObject({ leads: { leadsNew: 0, leadsUpdated: 0, leadsRemoved: 0 } });
    expect(await leads()).toEqual(before);
  });

  it('leaves the lists of refused rows beside the files out, and says so', async () => {
    const rejects = `${files()[0]}.rejects`;
    const ran = await op.run(`import ${files().join(' ')} ${rejects}`);
    expect([ran.status, ran.err]).toEqual([
      0,
      `leadlight: ${rejects}: this file holds rows that an earlier import refused; left out`,
    ]);
    const alone = await op.run(`import ${rejects} --json`);
    expect(alone.status).toBe(exitCodes.usage.status);
    expect(JSON.stringify(alone.json())).toContain('Mend them where they came from');
  });

  it('warns of the format of the network’s own API, whose terms forbid sales, and of no other', async () => {
    const path = join(folder, 'reactions.json');
    const id = 'urn:li:reaction:(urn:li:person:Abc-12_x,urn:li:activity:7402746946853253120)';
    const created = { time: 1_764_000_000_000, actor: 'urn:li:person:Abc-12_x' };
    writeFileSync(path, JSON.stringify({ elements: [{ id, reactionType: 'LIKE', created }] }));
    const ran = await op.run(`import ${path} --dry-run`);
    expect(ran.status).toBe(0);
    expect(ran.err).toContain('whose terms forbid using member data for sales');
    expect((await op.run(`import ${files().join(' ')} --dry-run`)).err).not.toContain('terms');
  });

  it('imports the other files when one is in no known format', async () => {
    const ran = await op.run(`import ${join(folder, 'nothing.csv')} ${files()[1] ?? ''}`);
    expect(ran.status).toBe(exitCodes.failed.status);
    expect(ran.err).toContain('nothing.csv');
    expect(ran.out).toContain('generic,');
  });

  it.each([
    // The control: the same command with a file that is there.
    [
      `import ${join(exportsFolder, 'generic-posts-2026-11-15.csv')} --format auto --origin agent --exported-at 2026-11-09 --dry-run`,
      0,
    ],
    ['import', exitCodes.usage.status],
    ['import /no/such/file.csv', exitCodes.failed.status],
    ['import x.csv --format nonsense', exitCodes.usage.status],
    [`import ${__dirname}`, exitCodes.failed.status],
    [`import ${join(examples, 'icp.yaml')}`, exitCodes.usage.status],
    [`import ${process.execPath}`, exitCodes.usage.status],
    ['import x.csv --origin nowhere', exitCodes.usage.status],
    ['import x.csv -w Nobody', exitCodes.not_found.status],
    ['import x.csv --exported-at yesterday', exitCodes.usage.status],
  ])('ends `%s` with %d and one line', async (line, expected) => {
    const ran = await op.run(line);
    expect(ran.status).toBe(expected);
    if (expected === 0) return;
    expect(ran.err).toMatch(/^leadlight: .*$/);
    const json = await op.run(`${line} --json`);
    expect(json.status).toBe(expected);
    expect(json.err).toBe(ran.err);
    expect(json.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  it('previews an ICP, puts it in force, and shows it', async () => {
    expect((await op.run('icp show')).status).toBe(exitCodes.not_found.status);
    const preview = (await op.run(`icp preview ${join(examples, 'icp.yaml')} --json`)).json();
    expect(preview['leads']).toBeGreaterThan(10);
    expect((await op.run('icp show')).status).toBe(exitCodes.not_found.status);
    expect((await op.run(`icp set ${join(examples, 'icp.yaml')} --json`)).json()).toMatchObject({
      version: 1,
      changed: true,
    });
    expect((await op.run(`icp set ${join(examples, 'icp.yaml')} --json`)).json()).toMatchObject({
      version: 1,
      changed: false,
    });
    const shown = await op.run('icp show');
    writeFileSync(join(folder, 'shown.yaml'), shown.out);
    expect((await op.run(`icp set ${join(folder, 'shown.yaml')} --json`)).json()).toMatchObject({ changed: false });
  });

  it.each([
    // The control: nothing is wrong with it.
    ['titles: [CEO]\n', null],
    ['titels: [CEO]\n', /titels/],
    ['titles: CEO\n', /titles must be a list/],
    ['titles: [\n', /line 2/],
    ['', /must be an object/],
  ])('refuses the ICP %j', async (text, reason) => {
    const path = join(folder, 'wrong.yaml');
    writeFileSync(path, text);
    const ran = await op.run(`icp set ${path}`);
    if (reason === null) return expect(ran).toMatchObject({ status: 0, err: '' });
    expect(ran.status).toBe(exitCodes.usage.status);
    expect(ran.err).toMatch(reason);
    expect(ran.err).toContain(path);
  });

  it('keeps a watchlist', async () => {
    const imported = await op.run(`watchlist import ${join(exportsFolder, 'watchlist.csv')} --json`);
    expect(imported.json()).toMatchObject({ rows: 13, added: 13, known: 0 });
    const url = 'https://www.linkedin.com/in/new-person-1a2b3';
    const added = (await op.run(`watchlist add ${url} --type INFLUENCER --label Voices --json`)).json();
    const id = String(added['id']);
    expect(added).toMatchObject({ created: true });
    expect((await op.run(`watchlist add ${url} --type INVESTOR --json`)).json()).toMatchObject({ id, created: false });
    const listed = async () => JSON.stringify((await op.run('watchlist list --json')).json());
    expect(await listed()).toContain('"displayName":"New Person"');
    expect((await op.run(`watchlist pause ${id}`)).status).toBe(0);
    expect((await op.run('watchlist list')).out).toMatch(/New Person +Investor +Standard +Paused/);
    expect(await listed()).toContain('"status":"PAUSED"');
    expect((await op.run(`watchlist resume ${id}`)).status).toBe(0);
    expect((await op.run(`watchlist remove ${id}`)).status).toBe(0);
    expect(await listed()).not.toContain(id);
    expect((await op.run(`watchlist remove ${id}`)).status).toBe(exitCodes.not_found.status);
    expect((await op.run('watchlist add https://example.com/in/x')).status).toBe(exitCodes.usage.status);
  });

  it('refuses a watchlist file with a bad row as a whole', async () => {
    const path = join(folder, 'watch.csv');
    writeFileSync(
      path,
      'profileUrl,profileType\nhttps://www.linkedin.com/in/fine-1,CUSTOM\nhttps://www.linkedin.com/in/x-2,FRIEND\n',
    );
    const ran = await op.run(`watchlist import ${path}`);
    expect([ran.status, ran.err]).toEqual([exitCodes.usage.status, expect.stringMatching(/row 3: profileType/)]);
    expect((await op.run('watchlist list')).out).not.toContain('fine-1');
  });

  it.each([
    // The control: nothing is wrong with it.
    ['profileUrl,label\nhttps://www.linkedin.com/in/fine-1,Fine\n', null],
    ['url,name\nhttps://www.linkedin.com/in/fine-1,Fine\n', 'there is no column profileUrl; columns: profileUrl, '],
    ['', 'there is no column profileUrl'],
    ['profileUrl,colour\nhttps://www.linkedin.com/in/fine-1,red\n', 'unknown column "colour"; columns: profileUrl, '],
    ['profileUrl,status\nhttps://www.linkedin.com/in/fine-1,ON\n', 'row 2: status must be one of ACTIVE, PAUSED'],
    ['profileUrl,followers\nhttps://www.linkedin.com/in/fine-1,many\n', 'row 2: followers must be a whole number'],
    ['profileUrl,label\nhttps://www.linkedin.com/in/fine-1\n', 'row 2: number of cells is 1, the header has 2'],
    ['profileUrl,label\n\nhttps://www.linkedin.com/in/fine-1,"a\n', 'row 3: a quote that is never closed'],
  ])('says once what is wrong with the watchlist %j', async (text, message) => {
    const path = join(folder, 'watch.csv');
    writeFileSync(path, text);
    const ran = await op.run(`watchlist import ${path}`);
    if (message === null) return expect(ran).toMatchObject({ status: 0, err: '' });
    expect(ran.status).toBe(exitCodes.usage.status);
    expect(ran.err).toContain(`${path}: ${message}`);
    expect(ran.err.split('\n')).toHaveLength(1);
  });

  it('reads a watchlist as a spreadsheet saves it: a byte order mark, semicolons, blank rows', async () => {
    const path = join(folder, 'watch.csv');
    const url = 'https://www.linkedin.com/in/saved-by-excel';
    writeFileSync(path, `\uFEFFprofileUrl;displayName;label\r\n;;\r\n${url};"Excel; Ed ""the"" Editor";Voices\r\n`);
    expect(await op.run(`watchlist import ${path}`)).toMatchObject({ status: 0 });
    expect(JSON.stringify((await op.run('watchlist list --json')).json())).toContain('Excel; Ed \\"the\\" Editor');
  });

  it('lists leads as REST does: as a table, as CSV and as JSON, with its filters as flags', async () => {
    const all = (await op.run('lead list --limit 1000 --json')).json();
    const shown = all['leads'] as { id: string; leadTier: string; icpMatchPercent: number }[];
    expect([all['more'], shown.length]).toEqual([
      false,
      (await leads()).filter((row) => row.disposition === 'ACTIVE').length,
    ]);
    expect(shown.length).toBeGreaterThan(1);
    const first = (await op.run('lead list --limit 1')).out;
    expect(first).toMatch(/^NAME +COMPANY +TIER/);
    expect(first).toContain(shown[0]?.id);
    expect(first).toContain('There are more');
    const csv = (await op.run('lead list --csv --limit 1000')).out.split('\n');
    expect(csv[0]).toMatch(/^id,displayName,headline/);
    expect(csv.length).toBeGreaterThan(shown.length);
    const best = (await op.run('lead list --min-icp-match-percent 50 --lead-tier NURTURE,QUALIFIED --json')).json();
    const wanted = shown.filter((lead) => lead.icpMatchPercent >= 50 && /^(NURTURE|QUALIFIED)$/.test(lead.leadTier));
    expect((best['leads'] as { id: string }[]).map(({ id }) => id)).toEqual(wanted.slice(0, 50).map(({ id }) => id));
    const active = shown.length;
    expect((await op.run('lead count --by leadTier')).out).toMatch(new RegExp(`^${active} leads\\n`));
    const some = (await op.run('lead count --seniority vp,cxo --json')).json();
    const senior = (await op.run('lead list --limit 1000 --seniority vp,cxo --json')).json();
    expect(some['total']).toEqual({ count: (senior['leads'] as unknown[]).length, exact: true });
    expect((await op.run('lead count --country Germany')).err).toContain('--country');
    const wrong = await op.run('lead list --min-icp-match-percent many');
    expect([wrong.status, wrong.err]).toEqual([
      exitCodes.usage.status,
      'leadlight: --min-icp-match-percent must be an integer',
    ]);
    expect((await op.run('lead list --lead-tier GOLD')).err).toContain('--lead-tier must be one of UNQUALIFIED');
  });

  it('records what people decide about a lead', async () => {
    const [lead] = await leads();
    const id = lead?.id ?? '';
    expect((await op.run(`lead set ${id} --disposition CLIENT --owner admin@demo.leadlight.example`)).status).toBe(0);
    expect((await leads())[0]).toMatchObject({ id, disposition: 'CLIENT', owner_id: expect.any(String) });
    expect((await op.run(`lead set ${id} --disposition ACTIVE --owner none`)).status).toBe(0);
    expect((await leads())[0]).toMatchObject({ id, disposition: 'ACTIVE', owner_id: null });
    expect((await op.run(`lead set ${id}`)).status).toBe(exitCodes.usage.status);
    expect((await op.run(`lead set ${id} --owner gone@example.com`)).status).toBe(exitCodes.conflict.status);
    expect((await op.run(`lead set ${id} --owner nobody@example.com`)).status).toBe(exitCodes.not_found.status);
    const other = '0198c0de-0000-7000-8000-000000000000';
    expect((await op.run(`lead set ${other} --disposition CLIENT`)).status).toBe(exitCodes.not_found.status);
  });

  it('makes, lists and revokes API keys', async () => {
    const made = (await op.run('key create reporting --allow workspace,analytics --deny analytics --json')).json();
    expect(made['key']).toMatch(/^ll_[\w-]{43}$/);
    expect(made['dataAccess']).toMatchObject({ workspace: true, analytics: false, leads: false });
    const list = await op.run('key list --json');
    expect(list.out).not.toContain(String(made['key']));
    expect((await op.run(`key revoke ${String(made['id'])}`)).status).toBe(0);
    expect((await op.run(`key revoke ${String(made['id'])}`)).status).toBe(exitCodes.not_found.status);
    for (const wrong of ['--allow everything', '--allow workspace --deny workspace', '--expires 2001-01-01']) {
      expect((await op.run(`key create x ${wrong}`)).status).toBe(exitCodes.usage.status);
    }
  });

  it('lists accounts that are one company by now, and joins them as it says', async () => {
    expect((await op.run('account duplicates')).out).toContain('No two accounts look like one company.');
    const db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
    const [workspace] = await db.select<{ id: string }>('SELECT id FROM organizations', []);
    for (const [id, name] of [
      ['solbrekka-one', 'Solbrekka Verft AS'],
      ['solbrekka-two', 'Solbrekka Verft'],
    ]) {
      await db.run('INSERT INTO accounts (organization_id, id, name, created_at) VALUES (?, ?, ?, 0)', [
        workspace?.id ?? '',
        id ?? '',
        name ?? '',
      ]);
    }
    await db.close();
    const found = (await op.run('account duplicates --json')).json();
    expect(found['duplicates']).toMatchObject([{ key: 'solbrekkaverft', accountId: 'solbrekka-one' }]);
    expect((await op.run('account duplicates')).out).toContain('leadlight account merge solbrekka-one solbrekka-two');
    expect((await op.run('account merge solbrekka-one solbrekka-two')).status).toBe(0);
    expect((await op.run('account duplicates --json')).json()).toMatchObject({ duplicates: [] });
  });

  it('finds nothing wrong, and then what is wrong', async () => {
    const secret = join(op.dataDir, 'session-secret');
    await op.run('session mint --email owner@demo.leadlight.example');
    for (const file of ['leadlight.db', 'session-secret']) chmodSync(join(op.dataDir, file), 0o600);
    expect((await op.run('webhook add https://hooks.example.com/a-secret-path --types leads.changed')).status).toBe(0);
    const well = await op.run('doctor --json');
    expect(well.json()).toMatchObject({ healthy: true });
    expect(well.status).toBe(0);
    expect(well.out).toContain('none of 1 webhook is disabled');
    chmodSync(secret, 0o644);
    const db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
    await db.run('UPDATE account_summaries SET lead_count = lead_count + 1');
    await db.run("UPDATE webhooks SET status = 'DISABLED', disabled_at = 0, disabled_reason = 'it answered 410 Gone'");
    await db.close();
    const ill = await op.run('doctor');
    expect(ill.status).toBe(exitCodes.findings.status);
    expect(ill.out).toMatch(/problem +file modes +.*session-secret has mode 644/);
    expect(ill.out).toMatch(/problem +counts +Acme: account summary .* counts differ/);
    expect(ill.out).toMatch(
      /warning +webhooks +Acme: webhook \S+ to hooks.example.com is disabled .*it answered 410 Gone/,
    );
    expect(ill.out).not.toContain('a-secret-path');
  });

  it('says on migrating what newer rules change for an older profile', async () => {
    await op.run(`icp set ${join(examples, 'icp.yaml')}`);
    const path = join(op.dataDir, 'leadlight.db');
    const db = await Database.open(`sqlite:${path}`);
    const before = JSON.stringify({ functions: ['sales'], seniorities: ['vp'], weights: { title: 3, function: 1 } });
    await db.run('UPDATE icp_definitions SET definition = ?', [before]);
    await db.close();
    expect((await op.run('migrate --down --yes')).status).toBe(0);
    const said = await op.run('migrate');
    expect(said.out).toContain('ICP of Acme: weights.title and weights.function are one weight now');
    expect(said.out).toContain('importance is not given');
    expect((await op.run('migrate')).out).not.toContain('ICP of');
  });
});
