/** Paths of what this machine has for tests that need more than Node; null for what is missing. */
export function machine(): {
  mariadbd: string | null;
  mariadbInstallDb: string | null;
  mysql: string | null;
  galera: string | null;
  haproxy: string | null;
  nginx: string | null;
  caddy: string | null;
  chromium: string | null;
};
