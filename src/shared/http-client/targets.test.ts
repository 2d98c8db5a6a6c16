import { readTarget } from './targets';

const allowed = ['127.0.0.1:8080', 'n8n.lan', '[::1]'];

test.each([
  ['https://hooks.example.com/leadlight?x=1', 'stranger'],
  ['https://hooks.example.com:8443/', 'stranger'],
  ['http://127.0.0.1:8080/hook', 'operator'],
  ['http://n8n.lan:5678/webhook/1', 'operator'],
  ['https://N8N.lan/webhook', 'operator'],
  ['http://[::1]:9000/', 'operator'],
])('%s is taken, as named by %s', (text, namedBy) => {
  expect(readTarget(text, allowed)).toMatchObject({ namedBy });
});

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
  'https://user:secret@hooks.example.com/',
  'https://hooks.example.com/#part',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://[::ffff:127.0.0.1]/',
  'https://93.184.216.34/',
  'https://localhost/',
  'https://app.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'http://127.0.0.1:8081/',
  `https://hooks.example.com/${'x'.repeat(2_100)}`,
])('%s is refused', (text) => {
  expect(readTarget(text, allowed)).toMatchObject({ problem: expect.stringMatching(/\S/) });
});
