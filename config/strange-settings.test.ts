/** Variables that are not settings: misspelt ones are reported with the right name, others are left alone. */
import { settingDefinitions } from './settings';
import { strangeSettings } from './strange-settings';

test('every setting is known by its name', () => {
  expect(strangeSettings(Object.fromEntries(Object.keys(settingDefinitions).map((name) => [name, 'x'])))).toEqual([]);
});

test.each([
  ['PUBLIC_URLL', 'PUBLIC_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['PUBILC_URL', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['LEADLIGHT_PUBLIC_URL', 'PUBLIC_URL'],
  ['DATA_DIRR', 'DATA_DIR'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['RATE_LIMIT_PER_MIN', 'RATE_LIMIT_PER_MINUTE'],
  ['OAUTH_ALLOWED_REDIRECT_ORIGIN', 'OAUTH_ALLOWED_REDIRECT_ORIGINS'],
  ['DISCOVERY_FILES_FOLDER', 'DISCOVERY_FILES_DIR'],
  ['SUPRESSION_KEY_FILE', 'SUPPRESSION_KEY_FILE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s was meant to be %s', (name, meant) => {
  expect(strangeSettings({ [name]: 'x' })).toEqual([
    `${name} is not a setting and is not read; did you mean ${meant}?`,
  ]);
});

test.each(
  [
    'PATH HOME HOSTNAME HOSTTYPE LOGNAME USER SHELL LANG LC_ALL TERM PWD EDITOR NODE_ENV NODE_VERSION YARN_VERSION TZ CI DEBUG',
    'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy npm_config_cache npm_package_name XDG_DATA_DIRS XDG_RUNTIME_DIR SSH_AUTH_SOCK',
    'MYSQL_PASSWORD MYSQL_DATABASE POSTGRES_URL REDIS_URL SMTP_URL GITHUB_TOKEN AWS_REGION KUBERNETES_SERVICE_HOST port host',
  ].flatMap((line) => line.split(' ')),
)('%s belongs to another program', (name) => {
  expect(strangeSettings({ [name]: 'x' })).toEqual([]);
});

test('an empty variable is not set, and no value is shown', () => {
  expect(strangeSettings({ PUBLIC_URLL: '' })).toEqual([]);
  expect(strangeSettings({ METRICS_TOKENS: 'secret-value' }).join()).not.toContain('secret-value');
});

test('a setting that is not a secret does not come from a file', () => {
  expect(strangeSettings({ PUBLIC_URL_FILE: '/run/x' })).toEqual([
    'PUBLIC_URL_FILE is not read: PUBLIC_URL is not a secret, so set PUBLIC_URL itself.',
  ]);
});
