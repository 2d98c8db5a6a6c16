import { linksStayHere, mailedLinksStayHere, publicUrlOf } from './public-address';

const place = (HOST: string, PUBLIC_URL?: string) => ({ HOST, PORT: 3000, PUBLIC_URL });

it.each([
  ['a public address', place('0.0.0.0', 'https://leads.example'), 'https://leads.example'],
  ['an address of the network', place('192.0.2.7'), 'http://192.0.2.7:3000'],
  ['IPv6', place('2001:db8::7'), 'http://[2001:db8::7]:3000'],
  ['every address of the machine', place('0.0.0.0'), 'http://localhost:3000'],
  ['every address, with IPv6', place('::'), 'http://localhost:3000'],
])('links begin with %s', (_what, settings, expected) => {
  expect(publicUrlOf(settings)).toBe(expected);
});

const smtp = { SMTP_URL: 'smtp://mail.example' };

// The first three are in order: a warning there would be noise.
it.each([
  ['a public address', place('0.0.0.0', 'https://leads.example'), [false, false]],
  ['a name that only begins like this machine', place('::', 'https://localhost.example/leads'), [false, false]],
  ['a host of the network', place('192.0.2.7'), [false, false]],
  ['no address, on this machine', place('127.0.0.1'), [true, true]],
  ['no address, on IPv6 of this machine', place('::1'), [true, true]],
  ['no address, on every interface', place('0.0.0.0'), [true, true]],
  // As in the compose files, for a try-out: who reads a command's link sits there, who gets a mail does not.
  ['this machine, as chosen', place('0.0.0.0', 'http://localhost:3000'), [false, true]],
  ['this machine below a path', place('::', 'https://127.0.0.1:8443/leads'), [false, true]],
])('%s: whether links of commands and of mails are warned of', (_what, settings, warned) => {
  const mailed = mailedLinksStayHere({ ...settings, ...smtp });
  expect([linksStayHere(settings) !== undefined, mailed !== undefined]).toEqual(warned);
  if (mailed !== undefined) expect(mailed).toContain(publicUrlOf(settings));
  expect(mailedLinksStayHere({ ...settings, SMTP_URL: undefined })).toBeUndefined();
});
