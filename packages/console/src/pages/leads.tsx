/** The list of leads, and below its address one lead. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { appBase } from '../base';
import { answeredAt, callList } from '../api/client';
import { isBareList, leadListInput, pageSize, usualLeads } from '../api/first-questions';
import { useChanges } from '../api/changes';
import { leadKinds } from '../api/lead-kinds';
import { knownAnswer, usePages, useRead } from '../api/read';
import type { Lead, LeadChange, Operations } from '../api/operations';
import { may, session } from '../api/session';
import { Button, LinkButton } from '../components/button';
import { Check, SelectField } from '../components/form';
import { useIdle } from '../components/idle';
import { Menu } from '../components/menu';
import { NoProfile } from '../components/no-profile';
import { useTitle } from '../components/page';
import { focusRow } from '../components/row-keys';
import { useShortcuts } from '../components/shortcuts';
import { Bones, Empty, ErrorState } from '../components/states';
import { MoreRows } from '../components/table';
import { say } from '../components/toast';
import { label, t } from '../i18n';
import { addressHere, place, setQuery, workspaceId } from '../router';
import { LeadPage } from './lead';
import { choices, LeadFilters } from './lead-filters';
import { chosenColumns, columns, chooseColumns, focusedLead, LeadTable } from './lead-table';
import { useTotals } from './lead-totals';
import { answered, changed, erased, outdated, readAgain, reverse, useLeadWork, workShortcuts } from './lead-work';
import type { PageProps } from './page';
import { SavedViews } from './saved-views';

/** Every lead that is active, best first. */
const everybody = 'sortBy=priority';

/** The filters of the list in the address, without other parameters. */
function filtersInAddress(): string {
  if (isBareList(place.value.query)) return new URLSearchParams(usualLeads).toString();
  const shown = [...place.value.query].filter(([name, value]) => Object.hasOwn(leadKinds, name) && value !== '');
  return new URLSearchParams(shown).toString();
}

function Tools({
  shown,
  onColumns,
}: {
  readonly shown: readonly string[];
  readonly onColumns: (keys: string[]) => void;
}) {
  return (
    <div class="tools">
      <SavedViews page="leads" query={filtersInAddress()} />
      <SelectField
        label={t('leads.sort')}
        value={place.value.query.get('sortBy') ?? 'lastSignalAt'}
        choices={choices('sort', ['lastSignalAt', 'priority', 'createdAt', 'updatedAt'])}
        onChange={(sortBy) => setQuery({ sortBy, sortOrder: null })}
      />
      <div class="column-choice">
        <Menu summary={t('leads.columns')}>
          {columns.map(({ key }) => (
            <Check
              key={key}
              label={label('column', key)}
              checked={shown.includes(key)}
              onChange={(on) => onColumns(on ? [...shown, key] : shown.filter((one) => one !== key))}
            />
          ))}
        </Menu>
      </div>
      <Menu summary={t('leads.csv')}>
        <Button kind="plain" icon="download" onClick={() => void saveCsv()}>
          {t('leads.csv-words')}
        </Button>
        <LinkButton kind="plain" icon="download" href={csvAddress()} download="leads.csv">
          {t('leads.csv-names')}
        </LinkButton>
      </Menu>
    </div>
  );
}

/** The address of the API's CSV with the filters in the address: its columns have the API's names. */
const csvAddress = () => `${appBase}api/${workspaceId.value ?? ''}/list_leads.csv?${filtersInAddress()}`;

/** Downloads the leads in the words of the screen. Few do, so the code for it is loaded then. */
async function saveCsv(): Promise<void> {
  const saved = await import('./leads-csv').then(
    ({ saveLeads }) => saveLeads(csvAddress()),
    () => false,
  );
  if (!saved) say(t('leads.csv-failed'));
}

/** Nobody fits the filters, or there is nobody yet. */
function NoLeads({ again }: { readonly again: () => void }) {
  // Scoring or an import may be under way.
  useChanges(again);
  const anybody = useRead('list_leads', { limit: 1 });
  const profile = useRead('get_icp', {});
  if (!anybody.data && !anybody.error) return <Bones rows={3} />;
  if (anybody.data?.data.length !== 0) {
    const all = <LinkButton href={addressHere(`leads?${everybody}`)}>{t('leads.everybody')}</LinkButton>;
    if (profile.data?.data === null) return <NoProfile>{all}</NoProfile>;
    return (
      <Empty title={t('leads.none-title')}>
        <p>{t('leads.none-text')}</p>
        {all}
      </Empty>
    );
  }
  return (
    <Empty title={t('leads.empty-title')}>
      <p>{t('leads.empty-text')}</p>
      {may('manageBatches') && (
        <LinkButton kind="main" href={addressHere('import')}>
          {t('nav.import')}
        </LinkButton>
      )}
    </Empty>
  );
}

/** Rows as they were changed here. Any other is as the server had it. */
const changedHere = new WeakSet<Lead>();
const changedTo = (row: Lead): Lead => {
  changedHere.add(row);
  return row;
};

/** A row as it is after a decision. @param former who owned it before, if that is known. */
function changedRow(row: Lead, change: LeadChange, former?: Lead['owner']): Lead {
  const { ownerId } = change;
  // Others were chosen in a dialog, which has read who they are.
  const members = knownAnswer('list_members', {})?.data.map(({ userId: id, displayName }) => ({ id, displayName }));
  const owner = [former, session.value?.person, ...(members ?? [])].find((one) => one?.id === ownerId);
  return changedTo({
    ...changed(row, change),
    ...(ownerId === undefined ? {} : { owner: owner ? { id: owner.id, displayName: owner.displayName } : null }),
  });
}

const later = (row: Lead, read: Lead | undefined): Lead => (read && read.updatedAt > row.updatedAt ? read : row);

/** The lead as its own page has read it, if that was later. */
const newest = (row: Lead): Lead => later(row, knownAnswer('get_lead', { leadId: row.id })?.data);

const everyDisposition = ['ACTIVE', 'CLIENT', 'BAD_LEAD'];
/** Where more leads changed while somebody was away, the list is read again from its beginning. */
const mostChanged = 100;

/** So many leads are read again one by one. A list with more is read again itself. */
const fewLeads = 10;

/** Whether the list was drawn since the console was loaded. */
let drawn = false;

function LeadList() {
  useTitle(t('nav.leads'));
  const input = leadListInput(place.value.query);
  const pages = usePages('list_leads', input, true);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(chosenColumns);
  // Rows that were drawn before are drawn at once, so that the scroll position can be restored.
  const [inTwo] = useState(!drawn || !pages.loaded);
  useEffect(() => {
    drawn = true;
    // Who comes back to a list of several pages finds its rows in their places, as colleagues left them.
    if (inTwo || pages.readAt === undefined || !(pages.hasMore || pages.rows.length > pageSize)) return;
    const asks = { disposition: everyDisposition, updatedFrom: pages.readAt, sortBy: 'updatedAt', limit: mostChanged };
    callList('list_leads', asks).then(
      (answer) => {
        const found = new Map(answer.data.map((lead) => [lead.id, lead]));
        if (answer.page.nextCursor !== null) pages.again();
        else if (found.size > 0) pages.change((row) => later(row, found.get(row.id)), answeredAt(answer));
      },
      () => undefined,
    );
  }, []);
  // A row keeps its place as long as the list is open, and leaves when it fits the filter no more. Later pages leave out who moved.
  const { disposition = ['ACTIVE'], outreachStatus }: Operations['list_leads']['input'] = input;
  const fits = (lead: Lead) =>
    !erased.has(lead.id) &&
    disposition.includes(lead.disposition) &&
    (outreachStatus?.includes(lead.outreach.status) ?? true);
  const rows = pages.rows.filter(fits);
  const tried = useMemo(() => new Map<string, string>(), [JSON.stringify(input)]);
  useLayoutEffect(() => {
    // What was decided on a lead's own page since, or taken back here.
    if (pages.rows.some((row) => newest(row) !== row)) pages.change(newest);
    const old = outdated(pages.rows.map(newest), tried);
    if (old.length > fewLeads) pages.again();
    else for (const id of old) void readAgain(id);
  }, [pages.rows, answered.value]);
  const isEmpty = pages.loaded && rows.length === 0;
  useEffect(() => {
    // Who was done with all of these sees the next ones.
    if (isEmpty && !pages.error) pages.more();
  }, [isEmpty]);
  const totals = useTotals(useIdle() && pages.loaded ? input : null, rows.length);
  const picked = rows.filter(({ id }) => selected.has(id));
  // When no row is selected, a shortcut applies to the row that had the focus when it was pressed.
  const focused = useRef<string>(undefined);
  const chosen = () => (picked.length > 0 ? picked : rows.filter(({ id }) => id === focused.current));
  const work = useLeadWork({
    leads: () =>
      chosen().map((lead) => ({
        id: lead.id,
        name: lead.profile.displayName,
        updatedAt: lead.updatedAt,
        before: lead,
      })),
    onDone: ({ change, leads }) => {
      const ids = new Set(leads.map(({ id }) => id));
      const decided = (row: Lead) => (ids.has(row.id) ? changedRow(row, change) : row);
      pages.change(decided);
      // The focus does not go with the row, but to the next that stays, or to one before. An open dialog holds it: it is closed first.
      const dialog = document.querySelector<HTMLDialogElement>('.leads > dialog');
      const at = rows.findIndex(({ id }) => id === (dialog ? focused.current : focusedLead()));
      const stays = (row: Lead) => fits(decided(row));
      const [row, ...after] = at < 0 ? [] : rows.slice(at);
      if (row && !stays(row)) {
        const next = after.find(stays) ?? rows.slice(0, at).findLast(stays);
        dialog?.close();
        if (next) focusRow(document.querySelector(`[data-lead="${next.id}"]`));
      }
      select(new Set());
    },
    onUndone: ({ change, leads }) => {
      const backs = new Map(leads.map((lead) => [lead.id, lead]));
      pages.change((row) => {
        const lead = backs.get(row.id);
        return lead ? changedRow(row, reverse(lead, change), lead.before.owner) : row;
      });
    },
    onSent: ({ updatedAt }) => {
      // A row that came from the server meanwhile may be from before the change. It is read again.
      pages.change((row) => {
        const at = changedHere.has(row) ? updatedAt[row.id] : undefined;
        return at === undefined ? row : changedTo({ ...row, updatedAt: at });
      });
      totals.again();
    },
  });
  const { n: _ofOneLead, ...keys } = workShortcuts(work);
  const onFocused = Object.entries(keys).map(([key, { act, text }]) => {
    const onRow = () => {
      focused.current = focusedLead();
      act();
    };
    return [key, { act: onRow, text }] as const;
  });
  useShortcuts(may('decideLeads') ? Object.fromEntries(onFocused) : {});
  return (
    <div class="leads">
      <header>
        <div class="page-head">
          <div>
            <h1>{t('nav.leads')}</h1>
            {totals.line}
          </div>
          <Tools
            shown={shown}
            onColumns={(keys) => {
              chooseColumns(keys);
              setShown(keys);
            }}
          />
        </div>
        <LeadFilters listed={pages.loaded} />
      </header>
      {!pages.loaded && (pages.error ? <ErrorState error={pages.error} again={pages.again} /> : <Bones rows={12} />)}
      {isEmpty && !pages.hasMore && <NoLeads again={pages.again} />}
      {rows.length > 0 && (
        <LeadTable
          leads={rows}
          shown={shown}
          sortedBy="lastSignalAt"
          selected={selected}
          onSelect={may('decideLeads') ? select : undefined}
          inTwo={inTwo}
        />
      )}
      {pages.loaded && <MoreRows pages={pages} />}
      {picked.length > 0 && (
        <div class="bulk">
          <span>{t('leads.selected', { count: picked.length })}</span>
          <Button onClick={work.contacted}>{t('do.contacted')}</Button>
          <Button onClick={work.assign}>{t('do.assign')}</Button>
          <Button onClick={work.snooze}>{t('do.snooze')}</Button>
          {picked.some(({ outreach }) => outreach.status !== 'NONE') && (
            <Button onClick={work.reopen}>{t('do.reopen')}</Button>
          )}
          {picked.some(({ disposition }) => disposition !== 'ACTIVE') && (
            <Button onClick={work.active}>{t('do.active')}</Button>
          )}
          <Button onClick={work.client}>{t('do.client')}</Button>
          <Button onClick={work.bad}>{t('do.bad')}</Button>
        </div>
      )}
      {work.dialog}
    </div>
  );
}

export function LeadsPage({ rest: [leadId] }: PageProps) {
  const isBare = leadId === undefined && isBareList(place.value.query);
  useLayoutEffect(() => {
    // The address says what is shown, so that a link, a kept view and the CSV hold the same.
    if (isBare) setQuery(usualLeads);
  }, [isBare]);
  if (leadId !== undefined) return <LeadPage leadId={leadId} />;
  // The first list is drawn once, with its address.
  return isBare && !drawn ? null : <LeadList />;
}
