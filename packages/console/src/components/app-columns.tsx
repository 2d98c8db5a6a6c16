/** Columns of a table of requests for apps. */
import { day, label, t } from '../i18n';
import type { Column } from './table';

interface AppRequest {
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  readonly requestedAt: string;
}

/** The app with the host that it returns to, what it asks for, and when. */
export const appColumns = (): readonly Column<AppRequest>[] => [
  {
    key: 'app',
    head: t('assistants.app'),
    cell: (row) => (
      <>
        <span dir="auto">{row.clientName}</span>
        <small>{row.redirectHost}</small>
      </>
    ),
  },
  {
    key: 'scopes',
    head: t('keys.may'),
    cell: (row) => row.scopes.map((one) => label('scope', one)).join(', '),
  },
  { key: 'asked', head: t('assistants.asked'), cell: (row) => day(row.requestedAt) },
];
