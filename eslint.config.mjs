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
  { files: ['**/*.cjs', 'bin/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
