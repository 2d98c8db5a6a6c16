/** What a change of the customer profile would do: how many leads move between tiers, and who. */
import { useEffect, useRef } from 'preact/hooks';
import type { IcpPreview, LeadTier } from '../api/operations';
import { Tier } from '../components/lead-parts';
import { Table } from '../components/table';
import { label, number, t } from '../i18n';
import { addressHere } from '../router';

const tiers: readonly LeadTier[] = ['PRIORITY', 'QUALIFIED', 'NURTURE', 'UNQUALIFIED'];

export function Preview({ preview }: { readonly preview: IcpPreview }) {
  const box = useRef<HTMLElement>(null);
  const counts = tiers.flatMap((from) => tiers.map((to) => (to === from ? 0 : preview.moves[from][to])));
  const more = counts.reduce((sum, count) => sum + count, -preview.movers.length);
  // Below a long form: without this, saving seems to have done nothing.
  useEffect(() => box.current?.scrollIntoView({ block: 'start' }), [preview]);
  return (
    <section class="card" aria-live="polite" ref={box}>
      <h2>{t('icp.preview-title', { count: preview.leads })}</h2>
      {!preview.whole && <p>{t('icp.preview-part')}</p>}
      <p class="quiet">
        {t('icp.preview-average', { now: Math.round(preview.averageIcpNow), then: Math.round(preview.averageIcpThen) })}
      </p>
      <Table
        caption={t('icp.flow')}
        columns={[
          { key: 'from', head: t('inbox.now'), cell: (tier: LeadTier) => <Tier tier={tier} /> },
          ...tiers.map((to) => ({
            key: to,
            head: t('icp.to', { tier: label('tier', to) }),
            number: true,
            cell: (from: LeadTier) =>
              from === to || preview.moves[from][to] === 0 ? (
                <span class="quiet">{number(preview.moves[from][to])}</span>
              ) : (
                <b>{number(preview.moves[from][to])}</b>
              ),
          })),
        ]}
        rows={tiers}
        rowKey={(tier) => tier}
      />
      {preview.movers.length > 0 && (
        <Table
          caption={t('icp.movers')}
          columns={[
            {
              key: 'name',
              head: t('column.name'),
              cell: ({ leadId, name, headline }) => (
                <div class="post-cell">
                  <a class="strong-link" dir="auto" href={addressHere(`leads/${leadId}`)}>
                    {name}
                  </a>
                  <small dir="auto">{headline}</small>
                </div>
              ),
            },
            { key: 'from', head: t('inbox.now'), cell: ({ from }) => <Tier tier={from} /> },
            { key: 'to', head: t('icp.then'), cell: ({ to }) => <Tier tier={to} /> },
            { key: 'why', head: t('column.why'), cell: ({ reason }) => <span class="quiet small">{reason}</span> },
          ]}
          rows={preview.movers}
          rowKey={({ leadId }) => leadId}
        />
      )}
      {more > 0 && <p>{t('import.affected-more', { count: more })}</p>}
    </section>
  );
}
