// The floor plan as rules: arrows point down (docs/how-it-works.md).
const interfaces = ['rest', 'mcp', 'oauth', 'web', 'cli'];
const outward = `src/(http|interfaces)/`;
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    ...interfaces.map((one) => ({
      name: `${one}-imports-no-other-interface`,
      severity: 'error',
      from: { path: `^src/interfaces/${one}/` },
      to: { path: `^src/interfaces/(${interfaces.filter((other) => other !== one).join('|')})/` },
    })),
    {
      name: 'worker-imports-no-interface',
      comment: 'The command line starts workers; a worker starts nothing of an interface.',
      severity: 'error',
      from: { path: '^src/(interfaces/worker|demo)/' },
      // What OAuth leaves behind is cleaned by a job, and by the requests themselves.
      to: {
        path: `^src/interfaces/(${interfaces.join('|')})/`,
        pathNot: '^src/interfaces/oauth/cleaner\\.ts$',
      },
    },
    {
      name: 'rules-import-nothing-of-ours',
      comment:
        'A rule knows itself, the text helpers, the fixed values and the one key of companies, and nothing else.',
      severity: 'error',
      from: { path: '^src/rules/([^/]+)/' },
      to: {
        path: '^(config|tools|src)/',
        pathNot: [
          '^src/rules/$1/',
          '^src/rules/companies/company-key\\.ts',
          '^src/shared/text/',
          '^src/shared/(values|post-time)\\.ts',
        ],
      },
    },
    {
      name: 'shared-is-a-leaf',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(config|tools|src/(?!shared/))' },
    },
    {
      name: 'text-is-a-leaf',
      severity: 'error',
      from: { path: '^src/shared/text/' },
      to: { path: '^(config|tools|src/(?!shared/text/))' },
    },
    {
      name: 'http-client-is-a-leaf',
      comment: 'The outgoing HTTP client knows no domain, so that none of it can end up in an error or a log.',
      severity: 'error',
      from: { path: '^src/shared/http-client/' },
      to: { path: '^(config|tools|src/(?!shared/http-client/))' },
    },
    {
      name: 'auth-knows-no-operation',
      comment: 'Operations check rights, so who has them cannot depend on operations.',
      severity: 'error',
      from: { path: '^src/(auth|workspace|store|database|shared)/' },
      to: { path: '^tools/' },
    },
    {
      name: 'service-knows-no-test-or-benchmark',
      severity: 'error',
      from: { path: '^(config|tools|src)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'sql-stays-in-the-store',
      severity: 'error',
      from: { pathNot: '^(src/(store|database)/|bench/|test/)' },
      to: { path: 'node_modules/(sequelize|mysql2|@photostructure/sqlite)/' },
    },
    {
      name: 'database-knows-no-table',
      severity: 'error',
      from: { path: '^src/database/' },
      to: {
        path: '^(config|tools|src/(?!database/|shared/))',
      },
    },
    {
      name: 'store-knows-no-interface',
      severity: 'error',
      from: { path: '^src/store/' },
      to: { path: `^(tools/|${outward})` },
    },
    {
      name: 'tools-know-no-interface',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: `^${outward}` },
    },
    {
      name: 'operations-only-through-the-catalogue',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^tools/[^/]+/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
