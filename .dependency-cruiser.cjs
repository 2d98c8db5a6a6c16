// The shape of the house as rules: arrows point down (docs/how-it-works.md).
const doors = ['rest', 'mcp', 'oauth', 'web', 'cli'];
const rules = ['qualification', 'accounts', 'audience', 'credits', 'privacy'];
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    ...doors.map((door) => ({
      name: `${door}-imports-no-other-door`,
      severity: 'error',
      from: { path: `^src/${door}/` },
      to: { path: `^src/(${doors.filter((other) => other !== door).join('|')})/` },
    })),
    {
      name: 'rules-import-nothing-of-ours',
      comment: 'Leaves: src/text folds case and accents and knows no domain; src/domain is the fixed values.',
      severity: 'error',
      from: { path: `^src/(${rules.join('|')})/([^/]+)` },
      to: { path: '^(config|tools|src)/', pathNot: ['^src/$1/', '^src/text/', '^src/domain/'] },
    },
    {
      name: 'text-is-a-leaf',
      severity: 'error',
      from: { path: '^src/text/' },
      to: { path: '^(config|tools|src/(?!text/))' },
    },
    {
      name: 'net-is-a-leaf',
      comment: 'What goes out to the internet knows no domain, so that nothing of it can end up in an error or a log.',
      severity: 'error',
      from: { path: '^src/net/' },
      to: { path: '^(config|tools|src/(?!net/))' },
    },
    {
      name: 'domain-is-a-leaf',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^(config|tools|src/(?!domain/))' },
    },
    {
      name: 'access-knows-no-operation',
      comment: 'Operations check rights, so who has them cannot depend on operations.',
      severity: 'error',
      from: { path: '^src/(access|store|domain)/' },
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
      from: { pathNot: '^(src/store/|bench/|test/)' },
      to: { path: 'node_modules/(sequelize|mysql2|libsql)/' },
    },
    {
      name: 'store-knows-no-door',
      severity: 'error',
      from: { path: '^src/store/' },
      to: { path: `^(tools|src/(http|${doors.join('|')}))/` },
    },
    {
      name: 'tools-know-no-door',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: `^src/(http|${doors.join('|')})/` },
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
