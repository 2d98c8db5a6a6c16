/** Sentences of the service in the console: whole in German, and in no language a name of the API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import ts from 'typescript';
import { action } from '../../tools/catalogue';
import { companySizes, jobFunctions, seniorities } from '../../packages/reader/src';
import { exclusionSwitchNames, type IcpInput } from '../../src/rules/fit/icp-definition';
import { reasonsIn } from '../../src/rules/fit/exclusion-reasons';
import { matchIcp } from '../../src/rules/fit/icp';
import { eligibilityRows } from '../../src/rules/tier/eligibility';
import { gapSentences, rowMark, tierReason } from '../../src/rules/tier/tier-reason';
import { tierRows, unprovenRow, unprovenTitleRow } from '../../src/rules/tier/tier';
import { companyCheckOf, ownAndCompetitors } from '../../src/scoring/workspace-companies';
import { decide } from '../../src/ingest/agent/decide';
import { actionIn } from '../../src/interfaces/web/console/words/actions';
import { germanImports } from '../../src/interfaces/web/console/words/de-imports';
import { germanReasons } from '../../src/words/de-reasons';
import { germanRefusals } from '../../src/interfaces/web/console/words/de-refusals';
import { readTarget } from '../../src/shared/http-client/targets';
import { fieldName } from '../../src/interfaces/web/console/words/fields';
import { partsOf } from '../../src/words/sentences';
import { answerIn, inWords } from '../../src/interfaces/web/console/words/words';
import { askingClasses, dispositions, engagementTypes, fitGrades, leadTiers } from '../../src/shared/values';

const root = resolve(__dirname, '../..');

/** Words that only English has, and names of the API. */
const english =
  /\b(?:the|of|and|to|is|are|with|for|not|you|your|this|that|they|from|has|have|by|were|fits?|does|unknown|role|seniority|function|cxo|vp)\b/i;

/** What stayed English of a sentence. Quoted words are somebody's own. */
const leftIn = (sentence: string): string | undefined => {
  const said = inWords('de', sentence);
  return english.test(said.replaceAll(/„[^“]*“/g, '')) ? said : undefined;
};

test('finds what it looks for, and leaves what nobody wrote here', () => {
  expect(leftIn('Nobody of this service says that.')).toBe('Nobody of this service says that.');
  expect(leftIn('Good fit and clear intent.')).toBeUndefined();
  expect(inWords('de', 'They asked a price, but the role is unknown.')).toBe(
    'Diese Person hat nach einem Preis gefragt, aber die Rolle ist nicht bekannt.',
  );
  expect(
    inWords(
      'de',
      'Left out by your ideal customer profile: headline says that they recruit; title has "Head of Talent".',
    ),
  ).toBe('Von Ihrem Kundenprofil ausgeschlossen: Profilzeile sagt: sucht Personal; Titel entspricht „Head of Talent“.');
  expect(inWords('en', 'seniority cxo, function hr')).toBe('rank C-level, function human resources');
  expect(partsOf('role (a, b), size', ', ')).toEqual(['role (a, b)', 'size']);
  // What lies too deep in one text is still found in another.
  expect(inWords('de', 'a: b: c: d: e: post: a link that names no post')).toContain('a link that names no post');
  expect(inWords('de', 'post: a link that names no post')).toBe('Beitrag: ein Link, der keinen Beitrag nennt');
});

test('staff of own and watched companies have their reason in German, sure or not', () => {
  const company = (companyName: string) => ({ companyName, accountId: null });
  const known = { own: [company('Cafinova')], competitors: [company('Hebemax')], emails: [], name: 'Cafinova' };
  const check = companyCheckOf(ownAndCompetitors(known));
  const employers = ['Hebemax', 'Hebemax Rental', 'Cafinova', 'Cafinova Coffee Roasters'];
  const reasons = employers.flatMap((companyName) => check({ companyName, accountId: null, accountDomain: null }));
  expect(new Set(reasons.map(({ detail }) => detail)).size).toBe(employers.length);
  expect(reasons.flatMap(({ detail }) => leftIn(tierReason('UNQUALIFIED', null, detail)) ?? [])).toEqual([]);
});

test.each([
  'x',
  'ftp://a.example',
  'http://a.example',
  'https://a:b@c.example',
  'https://a.example/#b',
  'https://10.0.0.1',
])('why %s is no address of a receiver has German', (address) => {
  const read = readTarget(address, []);
  expect('problem' in read ? leftIn(read.problem) : 'an address').toBeUndefined();
});

test('every reason of a tier, and every gap, has German', () => {
  const doubts = [null, 'role?', 'location!', 'industry?', 'size!', 'company?', 'nothing?'];
  const marks = [...tierRows, unprovenRow, unprovenTitleRow].flatMap((row) =>
    [null, ...askingClasses].flatMap((asked) => doubts.map((doubt) => rowMark(row, asked, doubt))),
  );
  const reasons = leadTiers.flatMap((tier) => [null, ...marks].map((mark) => tierReason(tier, mark, null)));
  const codes = ['request', 'fresh', 'fading', 'refused', 'title', 'unproven'];
  const criteria = ['role', 'location', 'industry', 'size', 'company'];
  const gaps = [...codes, ...criteria.flatMap((one) => [`${one}?`, `${one}!`])].flatMap((code) => gapSentences(code));
  expect(gaps).toHaveLength(codes.length + 2 * criteria.length);
  const all = [...reasons, ...gaps, ...gapSentences('location?', 'Germany')];
  expect(all.flatMap((sentence) => leftIn(sentence) ?? [])).toEqual([]);
});

test('every action of the audit log has words in English and German', () => {
  const events = ['access_refused', 'access_requested', 'approved', 'connected', 'refused', 'set_up', 'set_password'];
  const names = [...Object.values(action).map(({ name }) => name), ...events];
  expect(names.length).toBeGreaterThan(50);
  const plain = (name: string) => name.replaceAll('_', ' ');
  for (const language of ['en', 'de'] as const)
    expect(names.filter((name) => actionIn(language, name) === plain(name))).toEqual([]);
  expect(answerIn('de', { action: 'send_digest', detail: 'outreach CONTACTED' })).toEqual({
    action: 'Bericht verschickt',
    detail: 'CONTACTED',
  });
  expect(answerIn('de', { detail: 'BAD_LEAD, reason wrong_person' })).toEqual({
    detail: 'BAD_LEAD, falsche Person in dieser Firma',
  });
  expect(answerIn('en', { detail: 'reason wrong_person' })).toEqual({ detail: 'wrong person at this company' });
  expect(actionIn('de', 'not_there')).toBe('not there');
});

const maybe = <const T>(values: readonly [T, ...T[]]) => fc.constantFrom<T | null>(null, ...values);
const facts = fc.record({
  title: maybe(['Head of Sales', 'Accountant', 'Zzyzx']),
  seniority: maybe(seniorities),
  function: maybe(jobFunctions),
  companyName: maybe(['Nordwerk GmbH']),
  companySize: maybe(companySizes),
  industry: maybe(['Retail', 'Ours']),
  country: maybe(['DE', 'US', 'CI']),
  reasons: fc.constantFrom(...exclusionSwitchNames.map((name) => reasonsIn(`${name}\tx`)), []),
});
const profile: IcpInput = {
  titles: ['Head of Sales'],
  seniorities: ['cxo', 'vp'],
  functions: ['sales'],
  sizes: ['51-200'],
  countries: ['DE'],
  industries: ['Banking'],
  exclude: Object.fromEntries(exclusionSwitchNames.map((name) => [name, true])),
  exclusions: {
    titles: ['Accountant'],
    companies: ['Nordwerk'],
    industries: ['Retail'],
    seniorities: ['training'],
    functions: ['legal'],
    sizes: ['1'],
    countries: ['US'],
  },
};

test('all evidence of a fit, and what the agent makes of it, has German', () => {
  fc.assert(
    fc.property(
      facts,
      fc.constantFrom(...fitGrades),
      fc.constantFrom(...leadTiers),
      fc.constantFrom(...dispositions),
      fc.array(fc.record({ type: fc.constantFrom(...engagementTypes), said: maybe(['request', 'price']) }), {
        maxLength: 3,
      }),
      fc.boolean(),
      (person, grade, tier, disposition, engagements, refused) => {
        const { evidence, percent } = matchIcp(person, profile);
        // An industry is a name, the same in every language.
        const details = evidence.flatMap(({ criterion, detail }) =>
          criterion === 'industry' || criterion === 'excludedIndustry' ? [] : [detail],
        );
        const { reasons } = decide({
          ...{ lead: null, ineligible: null, hasIcp: true, intent: 40 },
          ...{ disposition, grade, percent, tier, refused, criteria: evidence, engagements },
        });
        expect([...details, ...reasons].flatMap((sentence) => leftIn(sentence) ?? [])).toEqual([]);
      },
    ),
  );
  expect(eligibilityRows.flatMap(({ message }) => leftIn(message) ?? [])).toEqual([]);
});

/** A value for each name in a row, and the same in German. Others are "7". */
const values: Readonly<Record<string, readonly [string, string]>> = {
  rank: ['cxo', 'C-Ebene'],
  function: ['hr', 'Personal'],
  post: ['a post', 'Beitrag'],
  country: ['Germany', 'Deutschland'],
  date: ['3 Oct 2026', '3. Okt. 2026'],
  did: ['liked 7 posts', 'hat 7 Beiträge mit „Gefällt mir“ markiert'],
  sentence: ['the role is unknown', 'die Rolle ist nicht bekannt'],
  reasons: ['company 7', 'Firma 7'],
  parts: ['role', 'Rolle'],
};

test('every row says its own sentence: none before it takes it', () => {
  const filled = (text: string, language: 0 | 1) =>
    text.replaceAll(/\{([a-z]+)\d?\}/g, (_whole, name: string) => values[name]?.[language] ?? '7');
  const rows = [...germanReasons, ...germanRefusals, ...germanImports];
  const wrong = rows.filter(([english, german]) => inWords('de', filled(english, 0)) !== filled(german, 1));
  expect(wrong).toEqual([]);
});

test('a field is named by the end of its path, however long a caller makes it', () => {
  expect(
    [
      'definition.countries[0]',
      'titles.0',
      'decisions.0.ownerId',
      'email',
      'constructor',
      '',
      `${'a'.repeat(1e6)}!`,
    ].map((path) => fieldName(path, 'de')),
  ).toEqual(['Länder', 'Berufsbezeichnungen', 'Besitzer', 'E-Mail', undefined, undefined, undefined]);
});

/** Errors whose text the console has itself, and those of callers that are no console. */
const ownText = new Set([
  ...['not_found', 'role_required', 'sign_in_refused', 'rate_limited', 'internal_error'],
  ...['insufficient_scope', 'invalid_api_key', 'data_access_denied', 'idempotency_conflict', 'method_not_allowed'],
]);
/** Rooms whose refusals a person at the console can meet. */
const rooms = ['tools', 'src/digest', 'src/webhooks', 'src/workspace', 'src/ingest', 'src/store', 'src/interfaces/web'];
/** Refusals of requests that the console does not make. */
const never = [
  /Repr-Digest|entity tags|ETag|If-Match|Idempotency|idempotencyKey|cursor|sha-256|Upload-|MCP|METRICS/,
  /API key speaks|apps? by which|provisioning|`for`|messageId or since|give url|give role|give disposition|set-password/,
  /The upload has|The upload is complete|Another request sends|npm run build|takes requests of the console/,
  /uuid|whole number|of the bytes|stands nowhere else|The client left|as in the first part|goes beyond it|other machine/,
  /is not known here|mcp endpoint|visible ASCII|Send the bytes|^me means|person who is not known|was requested under|a member must|the two periods|the period must|was encrypted/,
];

/** What refusals say in the source: texts of `new OperationError` and `message` of `invalid`. Values of templates become 7. */
function refusalsIn(file: string): string[] {
  const written = readFileSync(file, 'utf8');
  if (!/new OperationError\(|invalid\(/.test(written)) return [];
  const source = ts.createSourceFile(file, written, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const said = (node: ts.Expression | undefined): string[] => {
    if (node === undefined) return [];
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isConditionalExpression(node)) return [...said(node.whenTrue), ...said(node.whenFalse)];
    if (!ts.isTemplateExpression(node)) return [];
    return [node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('')];
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'OperationError') {
      const [code, message] = node.arguments ?? [];
      if (code !== undefined && ts.isStringLiteral(code) && !ownText.has(code.text)) found.push(...said(message));
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'invalid') {
      for (const detail of node.arguments) {
        if (!ts.isObjectLiteralExpression(detail)) continue;
        for (const part of detail.properties) {
          if (ts.isPropertyAssignment(part) && part.name.getText() === 'message') found.push(...said(part.initializer));
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const filesIn = (room: string): string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(root, room, name));

test('every refusal that a person at the console can meet has German', () => {
  const all = rooms.flatMap(filesIn).flatMap(refusalsIn);
  expect(all.length).toBeGreaterThan(100);
  const met = [...new Set(all)].filter((text) => !never.some((pattern) => pattern.test(text)));
  expect(met.filter((text) => inWords('de', text) === text)).toEqual([]);
});

test('the form of an answer stays, and words of others too', () => {
  const answer = {
    data: [{ tierReason: 'Good fit and clear intent.', name: 'Good fit and clear intent.', notes: [], at: null, n: 1 }],
    page: { nextCursor: null },
  };
  expect(answerIn('de', answer)).toEqual({
    ...answer,
    data: [{ ...answer.data[0], tierReason: 'Passt gut und zeigt deutliches Interesse.' }],
  });
  expect(answerIn('en', answer)).toEqual(answer);
});

test('codes are those of countries among places alone', () => {
  const buckets = [{ bucket: 'PR', percent: 50 }];
  const groups = (language: 'en' | 'de') => [
    answerIn(language, { breakdown: 'industry', buckets }).buckets[0]?.bucket,
    answerIn(language, { breakdown: 'location', buckets }).buckets[0]?.bucket,
    ...Object.values(answerIn(language, { breakdowns: { industry: buckets, location: buckets } }).breakdowns).map(
      ([one]) => one?.bucket,
    ),
  ];
  expect(groups('en')).toEqual(['PR', 'Puerto Rico', 'PR', 'Puerto Rico']);
  expect(groups('de')).toEqual(['PR', 'Puerto Rico', 'PR', 'Puerto Rico']);
});
