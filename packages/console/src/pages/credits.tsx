/** Credits: what is left, and every change. */
import { usePages, useRead } from '../api/read';
import type { LedgerEntry } from '../api/operations';
import { Page } from '../components/page';
import { Bones, Empty, ErrorState } from '../components/states';
import { PagedTable } from '../components/table';
import { label, moment, number, t } from '../i18n';
import { addressHere } from '../router';

/** The effect of a change on the available credits. Used credits were set aside before, so using them changes nothing. */
function change({ kind, amount }: LedgerEntry): string {
  if (kind === 'CONSUME') return number(amount);
  return number(kind === 'HOLD' ? -amount : amount, { signDisplay: 'exceptZero' });
}

function Balance() {
  const { data, error, again } = useRead('get_credits', {});
  if (!data) return error ? <ErrorState error={error} again={again} /> : <Bones rows={2} />;
  const { available, held, consumed } = data.data;
  return (
    <dl class="figures">
      {(
        [
          ['credits.available', available],
          ['ledger.HOLD', held],
          ['credits.consumed', consumed],
        ] as const
      ).map(([key, value]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const work = /^(discovery|agent run) ([0-9a-f-]{36})$/;

/** What a change is for: a link if there is a page for it, otherwise the text that a person wrote. */
function Reference({ text }: { readonly text: string | null }) {
  const [, kind, id] = work.exec(text ?? '') ?? [];
  if (kind === undefined || id === undefined) return <span class="wrap-anywhere">{text}</span>;
  const run = kind !== 'discovery';
  return (
    <a class="text-link" href={addressHere(run ? `agent?runId=${id}` : 'discoveries')}>
      {t(run ? 'batch.agent_run' : 'batch.discovery')}
    </a>
  );
}

export function CreditsPage() {
  const pages = usePages('list_credit_ledger', {});
  return (
    <Page title={t('nav.credits')} intro={t('credits.intro')} wide>
      <Balance />
      <section class="boxed">
        <h2>{t('credits.ledger')}</h2>
        <PagedTable
          caption={t('credits.ledger')}
          pages={pages}
          rowKey={({ id }) => id}
          empty={<Empty title={t('credits.none')} />}
          columns={[
            { key: 'at', head: t('audit.at'), cell: ({ createdAt }) => moment(createdAt) },
            { key: 'kind', head: t('audit.what'), cell: ({ kind }) => label('ledger', kind) },
            {
              key: 'amount',
              head: t('nav.credits'),
              number: true,
              cell: change,
            },
            { key: 'for', head: t('credits.for'), cell: ({ reference }) => <Reference text={reference} /> },
          ]}
        />
      </section>
    </Page>
  );
}
