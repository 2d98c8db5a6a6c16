/** What browsers are told of each cookie: how long it is kept, and that no script and no other site gets it. */
import { formToken, formTokenMatches, newBrowserMark, readCookie } from '../../src/interfaces/web/cookies';
import { startAssistant, type Assistant } from './support/client';
import { password, person, startConsentService, type ConsentService } from './support/service';
import { formTokenIn, Visitor } from './support/visitor';

let service: ConsentService;
let assistant: Assistant;
beforeAll(async () => {
  service = await startConsentService();
  assistant = await startAssistant(service.url, 'Assistant');
  await person(service, 'owner@example.com', { Acme: 'OWNER' });
});
afterAll(async () => {
  await assistant.close();
  await service.close();
});

/** The cookies of an answer by name, each with its attributes. */
const cookiesOf = (headers: Headers) =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      return [name, { value, attributes: attributes.sort() }];
    }),
  );
const always = ['HttpOnly', 'Path=/', 'SameSite=Lax'];
const halfAYear = 180 * 24 * 3_600;

test('a session ends with the browser, the mark of a known device lasts half a year, signing out takes the session at once', async () => {
  const begun = await fetch(assistant.authorizeUrl(), { redirect: 'manual' });
  const requestToken = new URL(begun.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
  const visitor = new Visitor(service);
  const page = await visitor.get(`/consent?requestToken=${requestToken}`);
  expect(cookiesOf(page.headers)).toEqual({
    'leadlight-browser': { value: expect.stringMatching(/^[\w-]{43}$/), attributes: always },
  });
  const fields = { requestToken, formToken: formTokenIn(page.text) };
  const signedIn = await visitor.post('/sign-in', { ...fields, email: 'owner@example.com', password });
  expect(cookiesOf(signedIn.headers)).toEqual({
    'leadlight-session': { value: expect.stringMatching(/./), attributes: always },
    'leadlight-device': {
      value: expect.stringMatching(/./),
      attributes: ['HttpOnly', `Max-Age=${halfAYear}`, 'Path=/', 'SameSite=Lax'],
    },
  });
  const signedOut = await visitor.post('/sign-out', fields);
  expect(cookiesOf(signedOut.headers)).toEqual({
    'leadlight-session': { value: '', attributes: ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'] },
  });
  expect([...visitor.cookies.keys()].sort()).toEqual(['leadlight-browser', 'leadlight-device']);
});

describe('a cookie of a request', () => {
  const value = 'v'.repeat(16);
  test.each([
    [`name=${value}`, value],
    [`other=1; name=${value} ;x=2`, value],
    [`name=${'v'.repeat(4096)}`, 'v'.repeat(4096)],
    [`name=${'v'.repeat(4097)}`, undefined],
    [`name=${'v'.repeat(15)}`, undefined],
    [`name=${value}; name=${value}`, undefined],
    [`name=${value}!`, undefined],
    [`xname=${value}`, undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, read) => expect(readCookie(header, 'name')).toBe(read));
});

test('the hidden value of a form is good for one browser and one request', () => {
  const [mark, other] = [newBrowserMark(), newBrowserMark()];
  const token = formToken(mark, 'request');
  expect(formTokenMatches(mark, 'request', token)).toBe(true);
  expect(formTokenMatches(other, 'request', token)).toBe(false);
  expect(formTokenMatches(mark, 'another', token)).toBe(false);
  expect(formTokenMatches(mark, 'request', token.slice(1))).toBe(false);
  expect(formTokenMatches(undefined, 'request', token)).toBe(false);
});
