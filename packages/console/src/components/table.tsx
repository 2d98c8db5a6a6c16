/** A table in a box that scrolls sideways on narrow screens. */
import type { ComponentChildren } from 'preact';
import type { Pages } from '../api/read';
import { t } from '../i18n';
import { Button } from './button';
import { useRowKeys } from './row-keys';
import { SortHead, type Sort } from './sort-head';
import { Bones, ErrorState } from './states';

export interface Column<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  /** For a column header whose content has no text. */
  readonly label?: string;
  readonly number?: boolean;
  readonly sort?: Sort;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The order of the list when the address names none. Left out: no column sorts. */
  readonly sortedBy?: string;
}

export function Table<Row>({ caption, columns, rows, rowKey, sortedBy }: TableProps<Row>) {
  useRowKeys();
  return (
    <div class="table-box" role="region" aria-label={caption} tabIndex={0}>
      <table class={columns.length > 3 ? 'many' : undefined}>
        <caption class="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, number, label, sort }) => (
              <SortHead key={key} class={number ? 'num' : undefined} sort={sort} usual={sortedBy}>
                {head}
                {label && <span class="hidden-text">{label}</span>}
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, head, number, cell }) => (
                <td
                  key={key}
                  class={number ? 'num' : undefined}
                  data-head={typeof head === 'string' ? head : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Below a list: more, an error, or nothing. */
export function MoreRows<Item>({ pages }: { readonly pages: Pages<Item> }) {
  if (pages.error) return <ErrorState error={pages.error} again={pages.hasMore ? pages.more : pages.again} />;
  if (!pages.hasMore) return null;
  return (
    <p class="row-of more-rows">
      <Button onClick={pages.more} disabled={pages.busy}>
        {pages.busy ? t('state.loading') : t('action.more')}
      </Button>
    </p>
  );
}

/** A list of pages as a table, with its states. */
export function PagedTable<Row>({
  pages,
  empty,
  ...table
}: Omit<TableProps<Row>, 'rows'> & { readonly pages: Pages<Row>; readonly empty: ComponentChildren }) {
  if (!pages.loaded) return pages.error ? <ErrorState error={pages.error} again={pages.again} /> : <Bones />;
  if (pages.rows.length === 0 && !pages.hasMore) return <>{empty}</>;
  return (
    <>
      <Table {...table} rows={pages.rows} />
      <MoreRows pages={pages} />
    </>
  );
}
