/** A list without rows: the filters match none, or there is no data yet. */
import { may } from '../api/session';
import { t, type MessageKey } from '../i18n';
import { addressHere, place } from '../router';
import { LinkButton } from './button';
import { Empty } from './states';

interface EmptyListProps {
  /** Title when filters are set. */
  readonly filtered: MessageKey;
  /** Title when no filter is set. */
  readonly yet: MessageKey;
  /** How to get the first row. When left out: a button to the import. */
  readonly how?: MessageKey;
}

export function EmptyList({ filtered, yet, how }: EmptyListProps) {
  if ([...place.value.query.keys()].some((name) => !name.startsWith('sort'))) {
    return (
      <Empty title={t(filtered)}>
        <p>{t('leads.none-text')}</p>
      </Empty>
    );
  }
  return (
    <Empty title={t(yet)}>
      <p>{t(how ?? 'leads.empty-text')}</p>
      {how === undefined && may('manageBatches') && (
        <LinkButton kind="main" href={addressHere('import')}>
          {t('nav.import')}
        </LinkButton>
      )}
    </Empty>
  );
}
