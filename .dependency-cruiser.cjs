// The floor plan as rules: arrows point down (docs/how-it-works.md).
const interfaces = ['rest', 'mcp', 'oauth', 'web', 'cli'];
/** The rooms of the store: each imports those before it and none behind. */
const layers = [
  ...['tables', 'migrations', 'jobs', 'statements', 'webhooks', 'marks', 'uploads', 'log', 'sync', 'crawl', 'reads'],
  ...['digests', 'access', 'credits', 'agent', 'writes', 'discovery', 'audience', 'opinions', 'oauth', 'privacy'],
  ...['facade', 'backup', 'undo'],
];
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
        'A rule knows itself, the reader, the text helpers and the fixed values, and nothing else. Tiers know what they are made of.',
      severity: 'error',
      from: { path: '^src/rules/([^/]+)/', pathNot: '^src/rules/tier/' },
      to: {
        path: '^(config|tools|src)/',
        pathNot: ['^src/rules/$1/', '^src/shared/text/', '^src/shared/(values|post-time)\\.ts'],
      },
    },
    {
      name: 'tiers-know-fit-and-intent-alone',
      severity: 'error',
      from: { path: '^src/rules/tier/' },
      to: {
        path: '^(config|tools|src)/',
        pathNot: ['^src/rules/(tier|fit|intent)/', '^src/shared/text/', '^src/shared/(values|post-time)\\.ts'],
      },
    },
    {
      name: 'reader-imports-nothing-of-the-service',
      severity: 'error',
      from: { path: '^packages/reader/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(config|tools|src|test|bench|scripts)/' },
    },
    {
      name: 'reader-has-one-entry',
      comment: 'What the service may use of the reader stands in its index.ts.',
      severity: 'error',
      from: { path: '^(config|tools|src)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/reader/', pathNot: '^packages/reader/src/index\\.ts$' },
    },
    ...layers.map((room, at) => ({
      name: `store-${room}-imports-none-behind-it`,
      comment: 'The rooms of the store are ordered (docs/internals/decisions/0033-packages-and-layers.md).',
      severity: 'error',
      from: { path: `^src/store/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/store/(${layers.slice(at + 1).join('|') || '-'})/` },
    })),
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
