import { checkClientName } from './client-name';

const good: readonly (readonly [name: string, hosts?: readonly string[]])[] = [
  ['Claude'],
  ['ChatGPT'],
  ['Cursor'],
  ['goose'],
  ['Visual Studio Code'],
  ['Visual Studio Code - Insiders'],
  ['Claude Code (leadlight)'],
  ['Claude Code (plugin:sales:leadlight)'],
  ['MCP CLI Proxy'],
  ['MCP Inspector'],
  ['LibreChat MCP Client'],
  ['n8n'],
  ['R&D "Desk" App'],
  ['Node.js client'],
  ['Acme Sales (beta)'],
  ['Acme & Sons + Friends'],
  ['Помощник продаж'],
  ['Помощник Acme'],
  ['営業アシスタント'],
  ['営業AI'],
  ['Assistant für Köln'],
  ["L'assistente"],
  ['App at app.example.com', ['app.example.com']],
  ['App of example.com', ['app.example.com']],
];

const bad: readonly (readonly [name: string, reason: RegExp, hosts?: readonly string[]])[] = [
  ['Leadlight', /name of this service/],
  ['leadlight assistant', /name of this service/],
  ['Lead light', /name of this service/],
  ['LeadIight', /name of this service/],
  ['L e a d l i g h t', /name of this service/],
  ['Lеаdlight', /alphabets/],
  ['Support (Leadlight team)', /name of this service/],
  ['Сlaude', /alphabets/],
  ['Claudе', /alphabets/],
  ['Сӏаuԁе', /alphabets|imitate/],
  ['Ꮯlaude', /alphabets/],
  ['СӀаυԁе', /alphabets|imitate/],
  ['CIaude', /imitate/],
  ['C1aude', /imitate/],
  ['Cláude', /imitate/],
  ['Ϲhat GPТ', /alphabets|imitate/],
  ['сһаtgрt', /alphabets|imitate/],
  ['0penAI', /imitate/],
  ['Micr0soft', /imitate/],
  ['☑ Verified app: Claude', /symbols/],
  ['Claude ✓', /symbols/],
  ['Claude ✔', /symbols/],
  ['Claude ✅', /symbols/],
  ['Claude 🛡', /symbols/],
  ['Claude™', /symbols/],
  ['Claude √', /symbols/],
  ['Claude, verified', /vouch/],
  ['Verified: Claude', /vouch/],
  ['ＶＥＲＩＦＩＥＤ Claude', /vouch/],
  ['Claude vérifié', /vouch/],
  ['Offizieller Claude', /vouch/],
  ['Claude 公式', /vouch/],
  ['Official Claude', /vouch/],
  ['Trusted app', /vouch/],
  ['Claude (After you approve, access goes to claude.ai)', /vouch|host|parenthes/],
  ['Claude (it will be sent to claude dot ai and nowhere else)', /parenthes/],
  ['Claude [from Anthropic]', /brackets/],
  ['Claude （safe）', /brackets/],
  ['(Claude) by us', /brackets/],
  ['claude.ai', /host name/, ['app.example.com']],
  ['Claude at claude.ai', /host name/, ['evilclaude.ai']],
  ['https://claude.ai', /address/],
  ['Claude” is known here. “x', /quotation/],
];

test.each(good.map(([name, hosts = []]) => ({ name, hosts })))('$name is a name', ({ name, hosts }) => {
  expect(checkClientName(name, hosts)).toEqual({ name });
});

test.each(bad.map(([name, reason, hosts = []]) => ({ name, reason, hosts })))(
  '$name is none',
  ({ name, reason, hosts }) => {
    expect(checkClientName(name, hosts)).toEqual({ reason: expect.stringMatching(reason) });
  },
);

test('no name of any length takes long to check', () => {
  const started = performance.now();
  for (const part of ['a.', '(', 'С', 'x ', '.com']) checkClientName(part.repeat(10_000));
  for (const part of ['a.', 'a-', 'С', 'x ']) checkClientName(part.repeat(50));
  expect(performance.now() - started).toBeLessThan(200);
});
