import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', 'node_modules/', 'examples/exports/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
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
  // Only the command line and the tooling print; everything else logs.
  { files: ['config/**', 'tools/**', 'src/**'], ignores: ['src/cli/**'], rules: { 'no-console': 'error' } },
  {
    files: ['config/**/*.ts', 'tools/**/*.ts', 'src/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  // SQL stays in the store: a statement anywhere else has no workspace to hold on to.
  {
    files: ['config/**/*.ts', 'tools/**/*.ts', 'src/**/*.ts'],
    ignores: ['src/store/**', '**/*.test.ts'],
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
