/** What the commands say of one lead and of a week: why the tier, where colleagues are, what changed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { newId } from '../../src/database/new-id';
import { operator, type Operator } from './recorded-terminal';

const header = 'kind,postUrl,profileUrl,name,headline,title,companyName,companyUrl,country,commentText,occurredAt';
const profile = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const person = (slug: string, name: string, country: string) =>
  `person,,${profile(slug)},${name},,Practice Owner,Hoofline Vets,https://www.linkedin.com/company/hoofline-vets,${country},,`;
const comment = (slug: string, name: string, text: string, at: string) =>
  `comment,urn:li:activity:7463211004839129088,${profile(slug)},${name},,,,,,${text},${at}`;

const leads = z.looseObject({
  leads: z.array(z.looseObject({ id: z.string(), profile: z.looseObject({ displayName: z.string() }) })),
});

describe('lead show and lead activity', () => {
  const now = new Date().toISOString();
  let op: Operator;
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-show-'));
  const idOf = async (name: string) => {
    const { leads: all } = leads.parse((await op.run('lead list --json')).json());
    return all.find(({ profile: { displayName } }) => displayName === name)?.id ?? '';
  };

  beforeAll(async () => {
    op = operator();
    await op.run('migrate');
    await op.run('workspace create Acme');
    writeFileSync(join(folder, 'icp.yaml'), 'seniorities: [owner]\ncountries: [CA]\n');
    await op.run(`icp set ${join(folder, 'icp.yaml')}`);
    const rows = [
      header,
      ...[person('ada-v', 'Ada Vet', 'Canada'), person('bo-v', 'Bo Vet', 'Canada'), person('cy-v', 'Cy Vet', '')],
      comment('ada-v', 'Ada Vet', 'Nice.', now),
      comment('bo-v', 'Bo Vet', 'So true.', now),
      comment('cy-v', 'Cy Vet', 'Can we book a demo?', now),
    ];
    writeFileSync(join(folder, 'week.csv'), `${rows.join('\n')}\n`);
    await op.run(`import ${join(folder, 'week.csv')}`);
  });
  afterAll(() => {
    op.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says where colleagues are, and counts the country as unknown', async () => {
    const shown = await op.run(`lead show ${await idOf('Cy Vet')}`);
    expect(shown.out).toContain('Cy Vet - Practice Owner, Hoofline Vets (Qualified)');
    expect(shown.out).toContain('country is unknown; colleagues are in Canada');
    expect(shown.out).toContain('The country is unknown; colleagues are in Canada.');
    expect(shown.out).toContain('Can we book a demo?');
  });

  it('says nothing of colleagues where the country is known', async () => {
    const shown = await op.run(`lead show ${await idOf('Ada Vet')}`);
    expect(shown.out).toContain('country fits: Canada');
    expect(shown.out).not.toContain('colleagues');
    // Copied from the browser.
    const address = `https://leads.example/app/${newId()}/leads/${await idOf('Ada Vet')}`;
    expect((await op.run(`lead show ${address}`)).out).toBe(shown.out);
    expect((await op.run('lead show ada')).err).toContain('the id of a lead or the address of its page');
  });

  it('compares a week with the one before, and lists why', async () => {
    const activity = await op.run(`lead activity --date-from ${now.slice(0, 10)}`);
    expect(activity.out).toMatch(/said request\s+1\s+0/);
    expect((await op.run('lead list')).out).toContain('Good fit');
    expect((await op.run('lead show 00000000-0000-4000-8000-000000000000')).status).not.toBe(0);
  });
});
