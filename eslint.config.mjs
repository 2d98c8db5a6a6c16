import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', 'test/**/*.{ts,cjs}'];
const clockMessage = 'A test does not watch a clock: count work, or compare with a control (test/support/growth.ts).';
const now = "[callee.object.name='Date'][callee.property.name='now']";
const clocks = [
  // `Date.now() - began`, and not `Date.now() - 3 * day`, which is a time in the past.
  `BinaryExpression[operator='-'][right.type='Identifier'][right.name!=/^(day|hour|minute|week)$/] > CallExpression.left${now}`,
  `CallExpression[callee.name='expect'] > BinaryExpression[operator='-'] > CallExpression${now}`,
].map((selector) => ({ selector, message: clockMessage }));
const processorTime = {
  selector: "MemberExpression[object.name='process'][property.name='cpuUsage']",
  message: clockMessage,
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'packages/console/dist/',
      'packages/console/.dist-*/',
      'packages/console/.former-*/',
      'packages/console/catalogue.d.ts',
      'data/',
      'coverage/',
      'node_modules/',
      'examples/exports/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  // Scripts are no part of the TypeScript project.
  { files: ['**/*.{js,cjs,mjs}'], ...tseslint.configs.disableTypeChecked },
  {
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'URL',
          'URLSearchParams',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'setImmediate',
          'fetch',
          'AbortController',
          'AbortSignal',
          'performance',
          'module',
          'require',
          '__dirname',
          'TextDecoder',
          'TextEncoder',
          'Response',
          'Request',
          'Headers',
          'structuredClone',
          'queueMicrotask',
          'crypto',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // `async` turns what is thrown into a rejection, which is what the interface promises; it need not wait for anything.
      '@typescript-eslint/require-await': 'off',
      // What is taken apart here are objects of functions that use no `this`; the rule cannot tell their types from classes.
      '@typescript-eslint/unbound-method': 'off',
      // A number in a text reads as one would write it; everything else must be made text on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return refuse(res, …)` ends a handler and says that nothing follows; `() => stop()` calls and does no more.
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      // The matchers of jest are `any` and stand in what is compared; answers are read as JSON, and one of another shape fails.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // No test says how long something takes: the machine may be busy. What must be fast is counted, or compared with a control
  // in the same breath; times are for bench/.
  {
    files: tests,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'performance', property: 'now', message: clockMessage },
        { object: 'process', property: 'hrtime', message: clockMessage },
        { object: 'process', property: 'uptime', message: clockMessage },
      ],
      'no-restricted-syntax': ['error', ...clocks, processorTime],
    },
  },
  // The controls themselves.
  {
    files: [
      'test/support/growth.ts',
      'test/full/attacks/readers.test.ts',
      'test/full/attacks/support/{slowness.ts,pattern-attack.ts,pattern-attacker.cjs}',
    ],
    rules: { 'no-restricted-syntax': ['error', ...clocks] },
  },
  // Only the command line and the tooling print; everything else logs.
  { files: ['config/**', 'tools/**', 'src/**'], ignores: ['src/interfaces/cli/**'], rules: { 'no-console': 'error' } },
  {
    files: ['bench/**/*.ts'],
    rules: {
      // Rows of bare drivers are typed as whatever their reader wants; what they hold is not known to the compiler.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // What a child process is given is what its parent's type parameter says.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  // SQL stays in the store: a statement anywhere else has no workspace to hold on to.
  {
    files: ['config/**/*.ts', 'tools/**/*.ts', 'src/**/*.ts'],
    ignores: ['src/store/**', 'src/database/**', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=', 'TemplateElement[value.raw='].map((node) => ({
          selector: `${node}/^\\s*(SELECT\\s.+\\sFROM\\s|INSERT\\s+(IGNORE\\s+|OR\\s+\\w+\\s+)?INTO\\s|UPDATE\\s+\\w+\\s+SET\\s|DELETE\\s+FROM\\s)/s]`,
          message: 'SQL belongs in src/store.',
        })),
      ],
    },
  },
  { files: ['**/*.cjs', 'bin/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
