/** Who changed what, the newest first. */
import { usePages } from '../api/read';
import { Page } from '../components/page';
import { Empty } from '../components/states';
import { PagedTable } from '../components/table';
import { moment, t } from '../i18n';

export function AuditPage() {
  const pages = usePages('list_audit', {});
  return (
    <Page title={t('nav.audit')} wide>
      <PagedTable
        caption={t('nav.audit')}
        pages={pages}
        rowKey={(row) => row.id}
        empty={<Empty title={t('audit.none')} />}
        columns={[
          { key: 'at', head: t('audit.at'), cell: (row) => moment(row.at) },
          { key: 'who', head: t('audit.who'), cell: (row) => row.actor?.name ?? row.actor?.kind ?? '' },
          { key: 'what', head: t('audit.what'), cell: (row) => row.action.replaceAll('_', ' ') },
          {
            key: 'of',
            head: t('audit.of'),
            cell: (row) =>
              [row.object?.name ?? row.object?.kind, row.clientName, row.detail].filter(Boolean).join(' · '),
          },
        ]}
      />
    </Page>
  );
}
