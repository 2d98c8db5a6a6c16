/**
 * The result of an undo: the people about whom the agent decided from data that is now gone, so that a person can check them.
 */
import type { BatchInFull } from '../api/operations';
import { Table, type Column } from '../components/table';
import { label, t } from '../i18n';
import { addressHere } from '../router';

type Undone = NonNullable<BatchInFull['undone']>;
type Affected = Undone['affected'][number];

const columns = (): readonly Column<Affected>[] => [
  {
    key: 'name',
    head: t('column.name'),
    cell: ({ leadId, displayName }) =>
      leadId ? (
        <a class="strong-link" dir="auto" href={addressHere(`leads/${leadId}`)}>
          {displayName || t('lead.no-name')}
        </a>
      ) : (
        <>
          <b dir="auto">{displayName || t('lead.no-name')}</b>
          <small>{t('import.no-lead')}</small>
        </>
      ),
  },
  {
    key: 'decision',
    head: t('agent.decision'),
    cell: ({ runId, decision }) => (
      <a class="text-link" href={addressHere(`agent?runId=${runId}`)}>
        {label('decision', decision)}
      </a>
    ),
  },
  {
    key: 'credit',
    head: t('agent.credits'),
    number: true,
    cell: ({ creditSpent }) => (creditSpent ? 1 : 0),
  },
];

export function UndoneBox({ undone }: { readonly undone: Undone }) {
  const { decisionsRemoved, peopleAffected, affected } = undone;
  const more = peopleAffected - affected.length;
  return (
    <section class="boxed">
      <h2>{t('import.undone')}</h2>
      {decisionsRemoved > 0 && <p>{t('import.decisions-removed', { count: decisionsRemoved })}</p>}
      <p>{t(peopleAffected > 0 ? 'import.affected' : 'import.affected-none', { count: peopleAffected })}</p>
      {affected.length > 0 && (
        <Table
          caption={t('import.affected-table')}
          columns={columns()}
          rows={affected}
          rowKey={({ candidateId }) => candidateId}
        />
      )}
      {affected.length > 0 && more > 0 && <p class="quiet">{t('import.affected-more', { count: more })}</p>}
    </section>
  );
}
