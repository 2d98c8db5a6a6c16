/** Whether a language model reads better than the built-in reader: the rule, and the command that asks and records it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Compared } from '../../src/rules/opinion/compare';
import { operator, type Operator } from '../cli/recorded-terminal';
import { completes, startFakeModel, type FakeModel } from './support/fake-model';

const row = (truth: Compared['truth'], builtIn: Compared['truth'], second: Compared['truth']): Compared => ({
  ...{ truth, builtIn, second },
});
const gains = (count: number) => Array.from({ length: count }, () => row('request', 'plain', 'request'));
const losses = (count: number) => Array.from({ length: count }, () => row('plain', 'plain', 'question'));
const even = Array.from({ length: 50 }, () => row('plain', 'plain', 'plain'));

test.each([
  ['five gains and no loss', [...gains(5), ...even], true, 1 / 32],
  ['four gains and no loss', [...gains(4), ...even], false, 1 / 16],
  ['ten gains and two losses', [...gains(10), ...losses(2)], true, 79 / 4096],
  ['ten gains and five losses', [...gains(10), ...losses(5)], false, 4944 / 32768],
  ['nothing else', even, false, 1],
  ['gains that read others as asking', [...gains(9), row('plain', 'plain', 'price')], false, 11 / 1024],
])('%s: beats it or not, and the chance of that', (_what, rows, beats, chance) => {
  const found = compare(rows);
  expect(found.beats).toBe(beats);
  expect(found.chance).toBeCloseTo(chance, 9);
  expect(found.secondRight - found.builtInRight).toBe(found.gained - found.lost);
});

describe('leadlight reader compare', () => {
  const texts = [
    ...['Send it over', 'Let us talk next week', 'Put us on the list', 'This could be for us'],
    ...['Would be great to see how this looks for a fleet like ours', 'Could this work for our three sites?'],
  ];
  const tsv = (lines: readonly string[]) => ['language\ttext\tclass', ...lines].join('\n');
  let op: Operator;
  let model: FakeModel;
  let file: string;
  beforeAll(async () => {
    op = operator();
    model = await startFakeModel();
    file = join(op.dataDir, '..', 'labelled.tsv');
    await op.run('migrate');
    await op.run('workspace create Acme');
  });
  afterAll(() => {
    model.close();
    op.dispose();
  });
  const set = (more: Readonly<Record<string, string>>) => Object.assign(op.env, more);

  test('needs a reader, a readable file and its budget; then says and records what it found', async () => {
    writeFileSync(file, tsv([...texts.map((text) => `en\t${text}\trequest`), 'What does it cost?\tprice']));
    const without = await op.run(`reader compare ${file}`);
    expect(without.status).not.toBe(0);
    expect(without.err).toContain('set READER_URL and READER_MODEL');
    set({
      READER_URL: model.url,
      READER_ALLOWED_HOSTS: model.host,
      READER_MODEL: 'fake',
      READER_REQUESTS_PER_DAY: '4',
    });
    model.reads(() => 'request');
    expect((await op.run(`reader compare ${file}`)).err).toContain(
      'READER_REQUESTS_PER_DAY is used up; 3 comments left',
    );
    set({ READER_REQUESTS_PER_DAY: '100' });
    const output = await op.run(`reader compare ${file}`);
    expect(output.status).toBe(0);
    expect(output.out).toMatch(/built-in\s+1 of 7 \(14\.3 %\)\s+0/);
    expect(output.out).toMatch(/fake where it is unsure\s+7 of 7 \(100\.0 %\)\s+0/);
    expect(output.out).toContain('It beats the built-in reader. Recorded');
    expect(model.received).toHaveLength(6);
    expect((await op.run('audit')).out).toMatch(/compare_readers.*right 7 of 7, built-in 1: beats it/);
    expect((await op.run('doctor')).out).toMatch(/second opinion\s+fake at 127\.0\.0\.1:\d+: 6 requests of 100 today/);
    expect((await op.run('reader compare')).err).toContain('Nobody corrected a comment yet');
  });

  test('says how many answers were no class, and asks these again', async () => {
    writeFileSync(file, tsv(['en\tCould this work for our five sites?\trequest']));
    model.answers(completes('I think it is a request.'));
    const before = model.received.length;
    const output = await op.run(`reader compare ${file}`);
    expect(output.out).toContain('1 answer named no class: the API must follow response_format of type json_schema');
    model.reads(() => 'request');
    const again = await op.run(`reader compare ${file}`);
    expect(again.out).toMatch(/fake where it is unsure\s+1 of 1/);
    expect(again.out).not.toContain('named no class');
    expect(model.received.length - before).toBe(2);
    expect((await op.run(`reader compare ${file}`)).out).toMatch(/fake where it is unsure\s+1 of 1/);
    expect(model.received.length - before).toBe(2);
  });

  test('gets to the end with a model that never names a class, a few requests a day', async () => {
    writeFileSync(
      file,
      tsv(['en\tCould this be for our eight sites?\trequest', 'en\tThis could be for us too\trequest']),
    );
    model.answers(completes('I think it is a request.'));
    set({ READER_REQUESTS_PER_DAY: String(model.received.length + 1) });
    expect((await op.run(`reader compare ${file}`)).err).toContain('is used up; 1 comment left');
    set({ READER_REQUESTS_PER_DAY: String(model.received.length + 1) });
    expect((await op.run(`reader compare ${file}`)).out).toContain('2 answers named no class');
    set({ READER_REQUESTS_PER_DAY: '100' });
  });

  test('records nothing where the built-in reader is sure of every comment', async () => {
    const compared = async () => (await op.run('audit')).out.match(/compare_readers/g)?.length;
    const before = await compared();
    writeFileSync(file, tsv(['en\tWhat does it cost?\tprice']));
    const output = await op.run(`reader compare ${file}`);
    expect(output.status).toBe(1);
    expect(output.err).toContain('The built-in reader is sure of 1 comment, all that there are: nothing was asked');
    expect(await compared()).toBe(before);
  });

  test.each([
    ['en\tSend it over\tbuying', 'line 2: must be a comment, a tab and one of request, price'],
    ['no class', 'line 2: must be'],
    ['a\tb\tSend it over\trequest', 'line 2: must be'],
    ['\trequest', 'line 2: must be'],
  ])('refuses %j', async (line, why) => {
    writeFileSync(file, tsv([line]));
    const output = await op.run(`reader compare ${file}`);
    expect(output.status).not.toBe(0);
    expect(output.err).toContain(why);
  });
});
