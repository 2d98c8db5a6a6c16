/** The alert rules and the dashboard of examples/operate name metrics that exist, and runbook sections that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { send, startTestService, type TestService } from '../support/service';

const read = (...path: string[]) => readFileSync(join(__dirname, '..', '..', ...path), 'utf8');
const folder = ['examples', 'operate', 'monitoring'];

const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }) }),
        ),
      }),
    ),
  })
  .parse(parse(read(...folder, 'alerts.yml')))
  .groups.flatMap((group) => group.rules);
const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read(...folder, 'grafana-dashboard.json')));

/** Made only where the database is a server (src/http/database-metrics.ts). */
const ofServersAlone = ['leadlight_database_connections'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

test('every metric that they name is one that the service has', async () => {
  const { text } = await send(service, '/metrics');
  const known = new Set([...[...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name), ...ofServersAlone]);
  expect(known).toContain('leadlight_database_up');
  const named = (expression: string) =>
    [...expression.matchAll(/\b(?:leadlight|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(?:count|bucket|sum)$/, ''),
    );
  const expressions = [...rules, ...dashboard.panels.flatMap((panel) => panel.targets)].flatMap(({ expr }) =>
    named(expr),
  );
  expect(expressions.length).toBeGreaterThan(20);
  expect(expressions.filter((name) => !known.has(name))).toEqual([]);
});

test('each alert leads to a section of the runbook, and no section is without one', () => {
  const sections = [...read('docs', 'runbook.md').matchAll(/^## (\S+)$/gm)].map(([, name = '']) => name);
  expect(rules.map((rule) => rule.alert)).toEqual(sections);
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});
