/** Who changed what, newest first. */
import { usePages } from '../api/read';
import { Page } from '../components/page';
import { Empty } from '../components/states';
import { PagedTable } from '../components/table';
import type { AuditEntry } from '../api/operations';
import { label, moment, t } from '../i18n';
import { addressHere } from '../router';

/** Pages of the objects that entries are about, by kind. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  lead: (id) => `leads/${id}`,
  batch: (id) => `import/${id}`,
  agent_run: (id) => `agent?runId=${id}`,
  discovery: () => 'discoveries',
};

const groups = ['disposition', 'outreach', 'tier', 'role', 'watchlist'];
/** A stored detail with the words of the screen for the names of the API. */
const inWords = (detail: string) =>
  detail.replaceAll(
    /\b[A-Z][A-Z_]{3,}\b/g,
    (name) => groups.map((group) => label(group, name)).find((word) => word !== name) ?? name,
  );

function Subject({ entry: { object, clientName, detail } }: { readonly entry: AuditEntry }) {
  const page = object?.id ? pages[object.kind]?.(object.id) : undefined;
  // A file's id is its name.
  const name = object && (object.name ?? (object.kind === 'file' ? object.id : label('object', object.kind)));
  return (
    <div class="post-cell">
      {name &&
        (page ? (
          <a class="text-link" href={addressHere(page)} dir="auto">
            {name}
          </a>
        ) : (
          <span dir="auto">{name}</span>
        ))}
      <small dir="auto">{[clientName, detail && inWords(detail)].filter(Boolean).join(' · ')}</small>
    </div>
  );
}

export function AuditPage() {
  const entries = usePages('list_audit', {});
  return (
    <Page title={t('nav.audit')} wide>
      <PagedTable
        caption={t('nav.audit')}
        pages={entries}
        rowKey={(row) => row.id}
        empty={<Empty title={t('audit.none')} />}
        columns={[
          { key: 'at', head: t('audit.at'), cell: (row) => moment(row.at) },
          {
            key: 'who',
            head: t('audit.who'),
            cell: ({ actor }) =>
              actor &&
              (actor.kind === 'operator'
                ? `${label('object', actor.kind)} ${actor.name ?? ''}`
                : (actor.name ?? label('object', actor.kind))),
          },
          { key: 'what', head: t('audit.what'), cell: (row) => row.action },
          {
            key: 'of',
            head: t('audit.of'),
            cell: (row) => <Subject entry={row} />,
          },
        ]}
      />
    </Page>
  );
}
