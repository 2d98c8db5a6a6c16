// Lints an OpenAPI document with the recommended rules of Redocly and Spectral. Prints a line for each finding, warnings too;
// exits 1 when there is any.
//   node scripts/lint-openapi.mjs openapi.json
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const [file] = process.argv.slice(2);
const source = readFileSync(file, 'utf8');

// Redocly does not count references from extensions (`x-compact`). Spectral, whose rule is on, does.
const config = await createConfig({ extends: ['recommended'], rules: { 'no-unused-components': 'off' } });
const redocly = await lintFromString({ source, absoluteRef: file, config });

const { Spectral } = spectralCore;
const spectral = new Spectral();
spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });
const found = await spectral.run(JSON.parse(source));

const lines = [
  ...redocly.map(({ ruleId, message, location }) => `redocly ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
  ...found.map(({ code, message, path }) => `spectral ${code} ${path.join('/')}: ${message}`),
];
for (const line of lines) console.log(line);
process.exitCode = lines.length === 0 ? 0 : 1;
