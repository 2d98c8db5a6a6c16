/** `npm run bench -- [NAME…] [--json] [--databases=sqlite,mariadb,mysql] [--scale=1] [--rounds=5] [--minutes=60]` */
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asText, met, round, type Benchmark, type BenchOptions, type Report } from './harness';
import { availableDatabases, databaseKinds, type DatabaseKind } from './servers';

const ending = '.bench.js';

async function benchmarkOf(name: string): Promise<Benchmark> {
  // The name of a file of this folder, found by listing it.
  const module = (await import(join(__dirname, name + ending))) as { benchmark: Benchmark };
  return module.benchmark;
}

function machine(): Record<string, string | number> {
  return {
    cores: cpus().length,
    memoryGb: round(totalmem() / 2 ** 30, 0),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

function isKind(name: string): name is DatabaseKind {
  return databaseKinds.some((kind) => kind === name);
}

async function main(): Promise<number> {
  const names = readdirSync(__dirname)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      databases: { type: 'string', default: 'sqlite,mariadb' },
      scale: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '0' },
    },
  });
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no benchmark ${unknown.join(', ')}; there are ${names.join(', ')}.`);
    return 2;
  }
  const wanted = values.databases.split(',').filter(isKind);
  const options: BenchOptions = {
    databases: availableDatabases().filter((kind) => wanted.includes(kind)),
    scale: Math.min(1, Math.max(0.001, Number(values.scale) || 1)),
    rounds: Math.max(1, Number(values.rounds) || 5),
    minutes: Math.max(0, Number(values.minutes) || 0),
    say: values.json ? () => undefined : (line) => console.error(line),
  };
  const reports: Record<string, Report> = {};
  for (const name of positionals.length > 0 ? positionals : names) {
    const benchmark = await benchmarkOf(name);
    options.say(`${name}: ${benchmark.title}`);
    reports[name] = await benchmark.run(options);
    if (!values.json) print(name, reports[name]);
  }
  if (values.json) console.log(JSON.stringify({ machine: machine(), scale: options.scale, benchmarks: reports }));
  else console.log(`\n${JSON.stringify(machine())}`);
  return 0;
}

function print(name: string, { sections, targets }: Report): void {
  for (const section of sections) console.log(`\n${asText(section)}`);
  const rows = targets.map((target) => ({
    target: target.name,
    wanted: `at ${target.sense} ${target.limit}`,
    measured: round(target.value),
    met: met(target) ? 'yes' : 'NO',
  }));
  if (rows.length > 0) console.log(`\n${asText({ title: `${name}: targets`, rows })}`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
