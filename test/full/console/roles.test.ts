/** Every page of the console x OWNER, ADMIN, MEMBER, one without access, one of another workspace, in a browser. */
import { changeMember } from '../../../src/store/access/members';
import { demandsOf, operationRights, type OperationRight } from '../../../src/auth/rights';
import { roles } from '../../../src/shared/values';
import { password, person } from '../../web/support/service';
import { demoWorkspaces } from '../../../src/demo/workspaces';
import { DemoConsole, type Visit } from './support/demo';
import { workspacePages } from './support/page-names';

const isRight = (name: string): name is OperationRight => Object.hasOwn(operationRights, name);
/** Whether somebody with this role has the page in their navigation. */
function offered(right: string | undefined, role: (typeof roles)[number]): boolean {
  if (right === undefined) return true;
  const least = isRight(right) ? demandsOf(right).role : null;
  if (least === null) throw new Error(`no role has ${right}`);
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** What an error of the server or of the page looks like; that a role does not allow something is none. */
const broken = /The server failed|This page could not be shown|This did not work/;
const notAllowed = 'Your role does not allow this';

const inChromium = () => {
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.start();
    await person(demo.service, 'gone@console.example', { [demoWorkspaces.main.name]: 'MEMBER' });
    await person(demo.service, 'stranger@console.example', { 'Somewhere Else': 'OWNER' });
    const [gone] = await demo.service.db.select<{ id: string }>(
      `SELECT id FROM users WHERE email = 'gone@console.example'`,
    );
    await changeMember(demo.service.db, demo.organizationId, gone?.id ?? '', { active: false });
  });
  afterAll(() => demo.end());

  async function signIn(visit: Visit, email: string): Promise<void> {
    await visit.page.goto(demo.at('inbox'));
    await visit.page.locator('input[type=email]').fill(email);
    await visit.page.locator('input[type=password]').fill(password);
    await visit.page.locator('button[type=submit]').click();
    await visit.page.locator('nav.side').waitFor();
  }

  it('the pages are known here', () => {
    expect(workspacePages.map(({ name }) => name)).toEqual(expect.arrayContaining(['inbox', 'leads', 'audit', 'jobs']));
    expect(workspacePages.find(({ name }) => name === 'audit')?.right).toBe('readAudit');
  });

  it.each([...roles].reverse())('%s is offered what the role may open, and opens it', async (role) => {
    const visit = await demo.signedIn({}, role);
    const refused: string[] = [];
    visit.page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    for (const { name, right, listed } of workspacePages) {
      const link = visit.page.locator(`nav.side a[href$="/${demo.organizationId}/${name}"]`);
      const may = offered(right, role);
      expect([name, await link.count()]).toEqual([name, listed && may ? 1 : 0]);
      // Typing the address is no way around it.
      await visit.page.goto(demo.at(name));
      await visit.page.locator('main h1, main h2').first().waitFor();
      await visit.settled();
      if (name === 'customer-profile') {
        // Nobody fills in what their role may not save.
        const fields = await visit.page.locator('main textarea:enabled').count();
        expect([role, fields > 0]).toEqual([role, role !== 'MEMBER']);
      }
      const text = await visit.page.locator('main').innerText();
      if (name === 'watchlist') {
        // Members can set nothing of the service: they hear whom to ask, and for what.
        const asks = text.includes('Ask an owner or admin of your workspace for a source of posts.');
        expect([role, asks, text.includes('DISCOVERY_SOURCE')]).toEqual([role, role === 'MEMBER', role !== 'MEMBER']);
      }
      if (may) expect([name, text]).not.toEqual([name, expect.stringMatching(broken)]);
    }
    // Nothing is asked for that this role is refused.
    expect(refused).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });

  it('MEMBER, who types the address of a page for admins, hears whom to ask', async () => {
    const visit = await demo.signedIn({}, 'MEMBER');
    for (const name of ['audit', 'credits', 'jobs']) {
      await visit.page.goto(demo.at(name));
      await visit.page.getByText(notAllowed).first().waitFor();
    }
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });

  it('one without access sees no workspace', async () => {
    const visit = await demo.visit();
    await visit.page.goto(demo.at('inbox'));
    await visit.page.locator('input[type=email]').fill('gone@console.example');
    await visit.page.locator('input[type=password]').fill(password);
    await visit.page.locator('button[type=submit]').click();
    await visit.page.getByText(/You belong to no workspace|E-mail or password is wrong/).waitFor();
    for (const { name } of workspacePages) {
      await visit.page.goto(demo.at(name));
      await visit.page.getByText(/You belong to no workspace|Sign in to Leadlight/).waitFor();
    }
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });

  it('one of another workspace finds nothing here, on any page', async () => {
    const visit = await demo.visit();
    await signIn(visit, 'stranger@console.example');
    for (const { name } of workspacePages) {
      await visit.page.goto(demo.at(name));
      await visit.page.getByText('This page does not exist').waitFor();
      expect(await visit.page.content()).not.toContain(demoWorkspaces.main.name);
    }
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });
};
describe('roles in Chromium', inChromium);
