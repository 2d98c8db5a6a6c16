/** The consent page asks the authorization server in this process: no request of its own, whatever its host is called. */
import { startAssistant } from './support/client';
import { password, person } from './support/service';
import { formTokenIn, Visitor } from './support/visitor';
import { startTestService } from '../support/service';

test('showing, asking and approving make no request to the service itself', async () => {
  const service = await startTestService({ env: { OAUTH_REGISTRATIONS_PER_HOUR: '1000' } });
  const url = `http://127.0.0.1:${service.port}`;
  await person(service, 'owner@example.com', { Acme: 'OWNER' });
  const assistant = await startAssistant(url);
  const begun = await fetch(assistant.authorizeUrl(), { redirect: 'manual' });
  const requestToken = new URL(begun.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
  const visitor = new Visitor({ url });
  const page = `/consent?requestToken=${requestToken}`;
  const signInForm = formTokenIn((await visitor.get(page)).text);
  const fields = { requestToken, formToken: signInForm, email: 'owner@example.com', password };
  expect((await visitor.post('/sign-in', fields)).status).toBe(303);
  const { text, status } = await visitor.get(page);
  expect([status, text.includes('Acme')]).toEqual([200, true]);
  const organizationId = /value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  const decision = { requestToken, formToken: formTokenIn(text), decision: 'approve', organizationId };
  const approved = await visitor.post('/consent', { ...decision, scope: ['workspace:read'] });
  expect([approved.status, /[?&]code=[\w-]+/.test(approved.text.replaceAll('&amp;', '&'))]).toEqual([200, true]);
  const own = service.logLines.filter((line) => /authorize\/(request|complete)/.test(line));
  const seen = service.logLines.filter((line) => line.includes('/consent'));
  await assistant.close();
  await service.end();
  expect(seen).not.toEqual([]);
  expect(own).toEqual([]);
});

test('an organization that is no id is refused in words, not with an error of the service', async () => {
  const service = await startTestService({ env: { OAUTH_REGISTRATIONS_PER_HOUR: '1000' } });
  const url = `http://127.0.0.1:${service.port}`;
  await person(service, 'owner@example.com', { Acme: 'OWNER' });
  const assistant = await startAssistant(url);
  const begun = await fetch(assistant.authorizeUrl(), { redirect: 'manual' });
  const requestToken = new URL(begun.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
  const visitor = new Visitor({ url });
  const page = `/consent?requestToken=${requestToken}`;
  const signInForm = formTokenIn((await visitor.get(page)).text);
  await visitor.post('/sign-in', { requestToken, formToken: signInForm, email: 'owner@example.com', password });
  const formToken = formTokenIn((await visitor.get(page)).text);
  const decision = {
    requestToken,
    formToken,
    decision: 'approve',
    organizationId: 'nonsense',
    scope: ['workspace:read'],
  };
  const { status } = await visitor.post('/consent', decision);
  const errors = service.logLines.filter((line) => line.includes('"level":"error"'));
  await assistant.close();
  await service.end();
  expect([status, errors]).toEqual([400, []]);
});
