import { checkClientName } from './client-name';
import { growth } from '../../../test/support/growth';

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
  ['ผู้ช่วยขาย'],
  ['बिक्री सहायक'],
  ['বিক্রয় সহকারী'],
  ['விற்பனை உதவியாளர்'],
  ['የሽያጭ ረዳት'],
  ['Assistant für Köln'],
  ["L'assistente"],
  ['Big Data: insights'],
  ['Meeting 12:30'],
  ['Leads: 2026'],
  ['Salesforce Sync v2.1'],
  ['Discover · Intent'],
  ['Müller. In Köln'],
  ['App at app.example.com', ['app.example.com']],
  ['App of example.com', ['app.example.com']],
];

const bad: readonly (readonly [name: string, reason: RegExp, hosts?: readonly string[]])[] = [
  ['Leadlight', /name of this service/],
  ['leadlight assistant', /name of this service/],
  ['Lead light', /name of this service/],
  ['localhost:3000', /port/],
  ['10.0.0.1:8080', /port/],
  ['Acme at intranet:8443', /port/],
  ['intranet：8080', /port/],
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
  ['Claude (it will be sent to claude dot ai and nowhere else)', /parenthes|host/],
  ['Claude [from Anthropic]', /brackets/],
  ['Claude （safe）', /brackets/],
  ['(Claude) by us', /brackets/],
  ['claude.ai', /host name/, ['app.example.com']],
  ['CLAUDE.AI', /host name/, ['app.example.com']],
  ['Claude DOT Ai', /host name/, ['app.example.com']],
  ['Claude at claude.ai', /host name/, ['evilclaude.ai']],
  ['https://claude.ai', /address/],
  ['Claude” is known here. “x', /quotation/],
  ['Claude″ is known here. ″x', /quotation/],
  ['‹Claude›', /quotation/],
  ['ʟᴇᴀᴅʟɪɢʜᴛ', /small capitals/],
  ['ᴠᴇʀɪꜰɪᴇᴅ Claude', /small capitals/],
  ['Lɘadlight', /name of this service/],
  ['Ｌｅａｄｌｉｇｈｔ', /name of this service/],
  ['𝐋𝐞𝐚𝐝𝐥𝐢𝐠𝐡𝐭', /name of this service/],
  ['V e r i f i e d Claude', /vouch/],
  ['veri-fied app', /vouch/],
  ['A.p.p.r.o.v.e.d', /vouch/],
  ['Ver1fied app', /vouch/],
  ['v3rified', /vouch/],
  ['VERlFlED', /vouch/],
  ['Verıfıed app', /vouch/],
  ['𝓥𝓮𝓻𝓲𝓯𝓲𝓮𝓭 app', /vouch/],
  ['ᵛᵉʳⁱᶠⁱᵉᵈ app', /vouch/],
  ['Vеrіfіеd', /alphabets/],
  ['Официальный помощник', /vouch/],
  ['Проверено', /vouch/],
  ['Bestätigt', /vouch/],
  ['Vertrauenswürdige App', /vouch/],
  ['Goedgekeurd', /vouch/],
  ['App de confiance', /vouch/],
  ['App di fiducia', /vouch/],
  ['Zaufana aplikacja', /vouch|imitate/],
  ['信頼できるアプリ', /vouch/],
  ['공식 도우미', /vouch/],
  ['claude․ai', /host name/],
  ['claude。ai', /host name/],
  ['claude．ai', /host name/],
  ['claude·ai', /host name/],
  ['claude . ai', /host name/],
  ['claude dot ai', /host name/],
  ['claude.ru', /host name/],
  ['www.claude', /address/],
  ['xn--claude-xyz', /address/],
  ['http:claude', /address/],
  ['javascript:alert', /address/],
  ['G00gle', /imitate/],
  ['SIack', /imitate/],
  ['Linkedln', /imitate/],
  ['Sa1esforce', /imitate/],
  ['Claude\u{E0041}', /invisible/],
  ['Claude\u3164', /invisible/],
  ['Claude\u061C', /invisible/],
  ['C\u034Flaude', /invisible/],
];

/** With BRAND_NAME; the first of each block is the positive control. */
const branded: readonly (readonly [brand: string, name: string, reason?: RegExp])[] = [
  ['Northwind Signals', 'Sales Desk for Northern Wind'],
  ['Northwind Signals', 'Northwind Signals', /name of this service/],
  ['Northwind Signals', 'northwind-signals', /name of this service/],
  ['Northwind Signals', 'NorthwindSignals Helper', /name of this service/],
  ['Northwind Signals', 'N o r t h w i n d Signals', /name of this service/],
  ['Northwind Signals', 'N0rthw1nd S1gnals', /name of this service/],
  ['Northwind Signals', 'Nor7hwind 5ignals', /name of this service/],
  ['Northwind Signals', 'Ｎｏｒｔｈｗｉｎｄ　Ｓｉｇｎａｌｓ', /name of this service|unusual blanks/],
  ['Northwind Signals', 'Nоrthwind Signals', /alphabets/],
  ['Northwind Signals', 'Leadlight', /name of this service/],
  ['Acme', 'Academe'],
  ['Acme', 'Acme', /name of this service/],
  ['Acme', 'ACME assistant', /name of this service/],
  ['Acme', 'A c m e', /name of this service/],
  ['Acme', 'AcmeBot', /name of this service/],
  ['Acme', 'Асмe', /alphabets/],
  ['Ace', 'Асе', /name of this service/],
  ['Acme', '4cme', /name of this service/],
  ['Go', 'Goose'],
  ['Go', 'Google Sheets'],
  ['Go', 'Go', /name of this service/],
  ['Go', 'G0 helper', /name of this service/],
];

test.each(branded.map(([brand, name, reason]) => ({ brand, name, reason })))('called $brand, $name', (row) => {
  const { brand, name, reason } = row;
  const expected = reason === undefined ? { name } : { reason: expect.stringMatching(reason) };
  expect(checkClientName(name, [], brand)).toEqual(expected);
});

test.each(
  [
    // Names that only resemble these are names.
    ...['Supporters Wall', 'Italian Lessons', 'Wit', 'Summit', 'Kit', 'Badminton Club', 'Security Camera Viewer'],
    ...['Security', 'Compliance Notes', 'Helpful', 'Owner Finder', 'Destination Finder', 'Information Desk Finder'],
    ...['Sales Assistant', 'Team Notes', 'Orbit 2', 'Exit Intent', 'Helpful Notes', 'Desk'],
    ...['Reporter 17', 'sdk-1.17', 'Acme Agent 1.17.5', '17'],
  ].map((name) => [name] as const),
)('%s poses as nobody', (name) => {
  expect(checkClientName(name)).toEqual({ name });
});

test.each(
  [
    ...['Your administrator', 'Your Admin', 'Administrator', 'Workspace admins', 'Y0ur adm1nistrator', 'Adm1n'],
    ...['Your аdministrator', 'A d m i n', 'A.D.M.I.N', 'AcmeAdmin', 'System-Administrator', 'Àdministratör', '4dmin'],
    ...['Acme IT', 'Acme I.T.', 'Acme-IT', 'Acme it', 'AcmeIT', 'Acme 1T', 'Acme lT', 'IT Acme', 'Acme IT Department'],
    ...['Acme IT (Berlin)', 'Acme I T', 'Acme ＩＴ', 'Acme IT-Abteilung', 'IT', 'The IT team of Acme'],
    ...['Acme Support', 'Acme support team', 'Support', 'AcmeSupport', 'Acme 5upport', 'S u p p o r t', 'Acme Suppоrt'],
    ...[
      'Support (Acme)',
      'Support – Acme',
      'Acme Support 24',
      'Acme Support 1.17',
      'Acme-Support-Desk',
      'ACMESUPPORT',
      'Acme Supp0rt',
    ],
    ...['Acme Help Desk', 'Acme Helpdesk', 'Service Desk', 'Acme Security Team', 'Your security department'],
    ...['Ihr Administrator', 'Votre administrateur', 'Su administrador', 'Il tuo amministratore', 'Uw beheerder'],
    ...['Twój administrator', 'Ваш администратор', '管理者', 'Soporte', 'Acme サポート'],
    ...[
      '系统管理员',
      'Acme ヘルプデスク',
      'Acme情報システム部',
      '고객센터',
      'Служба поддержки',
      'Acme Kundenservice',
      'Acme Destek',
    ],
    ...['Διαχειριστής', 'מנהל', 'مسؤول النظام', 'الدعم', 'Yönetici', 'Ylläpito', 'Quản trị viên', 'Systemverwaltung'],
    ...[
      'Information Technology',
      'Acme InfoSec',
      'Acme Security',
      'Acme Compliance',
      'Acme Help',
      'Your workspace owner',
    ],
  ].map((name) => [name] as const),
)('%s poses as those who run it', (name) => {
  expect(checkClientName(name)).toEqual({ reason: expect.stringMatching(/pose as|alphabets/) });
});

test.each(
  [
    ...[
      'Anthropic',
      'ChatGPT',
      'Claude',
      'Copilot',
      'Cursor',
      'Gemini',
      'GitHub',
      'Google',
      'Goose',
      'HubSpot',
      'LibreChat',
    ],
    ...['LinkedIn', 'Microsoft', 'Mistral', 'OpenAI', 'Perplexity', 'Salesforce', 'Slack', 'Visual Studio Code'],
    ...['Windsurf', 'Zapier'],
  ].map((name) => [name] as const),
)('%s is a name, and nobody writes it with other letters', (name) => {
  expect(checkClientName(name)).toEqual({ name });
  for (const imitation of [
    name.replace(/[aeiou]/i, (vowel) => `${vowel}\u0301`),
    `${name.replace(/[aeiou](?=[^aeiou]*$)/, (vowel) => `${vowel}\u0301`)} for Acme`,
  ]) {
    expect(checkClientName(imitation)).toEqual({ reason: expect.stringMatching(/imitate/) });
  }
});

test('a name has a hundred characters at the most, counted as people do', () => {
  expect(checkClientName('x'.repeat(100))).toEqual({ name: 'x'.repeat(100) });
  expect(checkClientName('𝒳'.repeat(100))).toEqual({ name: '𝒳'.repeat(100) });
  for (const name of ['x'.repeat(101), '𝒳'.repeat(101), 'x'.repeat(1_000)])
    expect(checkClientName(name)).toEqual({ reason: 'must be at most 100 characters' });
  expect(checkClientName(7)).toEqual({ reason: 'must be a string' });
  expect(checkClientName('  Acme  ')).toEqual({ name: 'Acme' });
  for (const name of ['', ' ', '--', '…']) expect(checkClientName(name)).toMatchObject({ reason: expect.any(String) });
});

test('in parentheses stands the name of a connection, or a short remark', () => {
  for (const inside of ['a'.repeat(40), 'plugin:sales_2-x', 'v2.1, beta + more'])
    expect(checkClientName(`Acme (${inside})`)).toEqual({ name: `Acme (${inside})` });
  for (const inside of ['a'.repeat(41), 'a remark of more words than fit', 'who: me'])
    expect(checkClientName(`Acme (${inside})`)).toEqual({
      reason: 'must hold in parentheses no more than a short label',
    });
});

test.each(good.map(([name, hosts = []]) => ({ name, hosts })))('$name is a name', ({ name, hosts }) => {
  expect(checkClientName(name, hosts)).toEqual({ name });
});

test.each(bad.map(([name, reason, hosts = []]) => ({ name, reason, hosts })))(
  '$name is none',
  ({ name, reason, hosts }) => {
    expect(checkClientName(name, hosts)).toEqual({ reason: expect.stringMatching(reason) });
  },
);

test.each(['a.', '(', 'С', 'x ', '.com', 'a-'])('a name of a hundred times %j takes hardly longer to check', (part) => {
  expect(growth(checkClientName, (size) => part.repeat(size), 1_000, 100)).toBeLessThan(30);
});
