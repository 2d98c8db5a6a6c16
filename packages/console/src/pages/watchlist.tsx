/** Watched profiles: what each brought, and whether it is active. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { usePages } from '../api/read';
import { may } from '../api/session';
import type { ProfileType, WatchedProfile } from '../api/operations';
import { AskFirst } from '../components/ask-first';
import { Button, OutLink } from '../components/button';
import { Dialog } from '../components/dialog';
import { ChoiceFilter, FilterChip, SearchBox } from '../components/filters';
import { FormError, SelectField, TextField } from '../components/form';
import { EmptyList } from '../components/empty-list';
import { Page } from '../components/page';
import { errorText } from '../components/states';
import { PagedTable, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, number, t } from '../i18n';
import { addressHere, filtersFrom } from '../router';
import { NextSync, SyncCell, useSyncs } from './watchlist-sync';

const types: readonly ProfileType[] = ['TEAMMATE', 'COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM'];
const nameOf = ({ displayName, profileUrl }: WatchedProfile) => displayName ?? profileUrl;
const typeChoices = () => types.map((value) => ({ value, label: label('profileType', value) }));

interface ProfileDialogProps {
  /** The profile to change. Left out: a new one is added. */
  readonly profile?: WatchedProfile | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What stays of an entry whose type and label change. */
const unchangedPart = ({ displayName, headline, profileUrl, source, status, followers }: WatchedProfile) => ({
  profileUrl,
  source,
  status,
  ...(displayName === null ? {} : { displayName }),
  ...(headline === null ? {} : { headline }),
  ...(followers === null ? {} : { followers }),
});

function ProfileDialog({ profile, onClose, onDone }: ProfileDialogProps) {
  const [profileUrl, setUrl] = useState('');
  const [type, setType] = useState<ProfileType>(profile?.profileType ?? 'CUSTOM');
  const [tag, setTag] = useState(profile?.label ?? '');
  const [error, setError] = useState<ApiError>();
  const save = async () => {
    try {
      const entry = {
        ...(profile ? unchangedPart(profile) : { profileUrl }),
        // Another type means another relationship, which follows from it.
        ...(profile?.profileType === type ? { relationship: profile.relationship } : {}),
        profileType: type,
        ...(tag.trim() ? { label: tag.trim() } : {}),
      };
      const { added } = await call('save_watchlist_profiles', { profiles: [entry] });
      say(t(profile ? 'digests.saved' : added > 0 ? 'watchlist.added' : 'watchlist.known'));
      onDone();
    } catch (caught) {
      if (caught instanceof ApiError) setError(caught);
    }
  };
  return (
    <Dialog title={profile ? nameOf(profile) : t('watchlist.add')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        {!profile && (
          <TextField
            label={t('watchlist.address')}
            hint={t('watchlist.address-hint')}
            value={profileUrl}
            onInput={setUrl}
            required
          />
        )}
        <SelectField
          label={t('watchlist.type')}
          hint={type === 'TEAMMATE' || type === 'COMPETITOR' ? t('watchlist.leaves-out') : undefined}
          value={type}
          choices={typeChoices()}
          onChange={(value) => setType(types.find((one) => one === value) ?? 'CUSTOM')}
        />
        <TextField
          label={t('watchlist.label')}
          hint={t('watchlist.label-hint')}
          value={tag}
          onInput={setTag}
          maxLength={80}
        />
        <div class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main">
            {t(profile ? 'action.save' : 'watchlist.watch')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function WatchlistPage() {
  const pages = usePages(
    'list_watchlist_profiles',
    filtersFrom({
      profileType: 'text',
      status: 'text',
      label: 'text',
      search: 'text',
      sortBy: 'text',
      sortOrder: 'text',
    }),
  );
  const [open, setOpen] = useState<WatchedProfile | 'new'>();
  const [removing, remove] = useState<WatchedProfile>();
  const changes = may('changeWatchlist');
  const syncs = useSyncs(pages.rows, pages.again);
  const maySync = may('syncWatchlist') && syncs.data?.syncs === true;

  const attempt = (work: Promise<unknown>, done: string) => {
    work.then(
      () => {
        say(done);
        pages.again();
        syncs.again();
      },
      (error: unknown) => error instanceof ApiError && say(errorText(error)),
    );
  };
  const toggle = (profile: WatchedProfile) => {
    const status = profile.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE';
    const set = (value: 'ACTIVE' | 'PAUSED') =>
      call('set_watchlist_status', { monitoredProfileId: profile.id, status: value });
    set(status).then(
      () => {
        pages.again();
        say(t(`watchlist.now-${status}`, { name: nameOf(profile) }), () => {
          void set(profile.status).then(pages.again);
        });
      },
      (error: unknown) => error instanceof ApiError && say(errorText(error)),
    );
  };
  const columns: Column<WatchedProfile>[] = [
    {
      key: 'name',
      head: t('column.name'),
      cell: ({ displayName, headline, profileUrl }) => (
        <div class="post-cell">
          <OutLink href={profileUrl}>
            <b dir="auto">{displayName ?? profileUrl}</b>
          </OutLink>
          <small dir="auto">{headline}</small>
        </div>
      ),
    },
    { key: 'type', head: t('watchlist.type'), cell: ({ profileType }) => label('profileType', profileType) },
    { key: 'label', head: t('watchlist.label'), cell: (profile) => <span dir="auto">{profile.label}</span> },
    {
      key: 'leads',
      head: t('nav.leads'),
      number: true,
      cell: ({ id, leadCount }) => (
        <a class="text-link" href={addressHere(`leads?monitoredProfileIds=${id}`)}>
          {number(leadCount)}
        </a>
      ),
    },
    {
      key: 'sync',
      head: t('watchlist.last'),
      sort: { by: 'lastEngagementSyncAt' },
      cell: (profile) => <SyncCell profile={profile} sync={syncs.of(profile.id)} />,
    },
    { key: 'status', head: t('watchlist.status'), cell: ({ status }) => t(`watchlist.${status}`) },
  ];
  if (changes) {
    columns.push({
      key: 'do',
      head: <span class="hidden-text">{t('watchlist.do')}</span>,
      number: true,
      cell: (profile) => (
        <span class="row-of end">
          {maySync && profile.status === 'ACTIVE' && (
            <Button
              kind="plain"
              icon="refresh"
              label={t('watchlist.sync-one', { name: nameOf(profile) })}
              onClick={() =>
                attempt(call('sync_watchlist', { monitoredProfileId: profile.id }), t('watchlist.syncing'))
              }
            />
          )}
          <Button
            kind="plain"
            icon={profile.status === 'ACTIVE' ? 'pause' : 'play'}
            label={t(profile.status === 'ACTIVE' ? 'watchlist.pause' : 'watchlist.resume', {
              name: nameOf(profile),
            })}
            onClick={() => toggle(profile)}
          />
          <Button
            kind="plain"
            icon="note"
            label={t('watchlist.change', { name: nameOf(profile) })}
            onClick={() => setOpen(profile)}
          />
          <Button
            kind="plain"
            icon="trash"
            label={t('watchlist.remove-one', { name: nameOf(profile) })}
            onClick={() => remove(profile)}
          />
        </span>
      ),
    });
  }
  return (
    <Page
      wide
      title={t('nav.watchlist')}
      intro={t('watchlist.intro')}
      tools={
        <>
          {maySync && (
            <Button icon="refresh" onClick={() => attempt(call('sync_watchlist', {}), t('watchlist.syncing'))}>
              {t('watchlist.sync')}
            </Button>
          )}
          {changes && (
            <Button kind="main" icon="plus" onClick={() => setOpen('new')}>
              {t('watchlist.add')}
            </Button>
          )}
        </>
      }
    >
      <div class="filters">
        <SearchBox label={t('watchlist.search')} placeholder={t('watchlist.search')} />
        <FilterChip name={t('leads.more-filters')} value="">
          <ChoiceFilter name={t('watchlist.type')} parameter="profileType" choices={typeChoices()} />
          <ChoiceFilter
            name={t('watchlist.status')}
            parameter="status"
            choices={[
              { value: 'ACTIVE', label: t('watchlist.ACTIVE') },
              { value: 'PAUSED', label: t('watchlist.PAUSED') },
            ]}
          />
        </FilterChip>
      </div>
      <NextSync syncs={syncs.data} />
      <PagedTable
        caption={t('nav.watchlist')}
        pages={pages}
        sortedBy="createdAt"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyList filtered="watchlist.none" yet="watchlist.yet" how="watchlist.yet-text" />}
      />
      {open && (
        <ProfileDialog
          profile={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            pages.again();
          }}
        />
      )}
      {removing && (
        <AskFirst
          title={nameOf(removing)}
          deed={t('watchlist.remove')}
          act={async () => {
            await call('remove_watchlist_profile', { monitoredProfileId: removing.id });
            remove(undefined);
            say(t('watchlist.removed', { name: nameOf(removing) }));
            pages.again();
          }}
          onClose={() => remove(undefined)}
        >
          <p>{t('watchlist.remove-text')}</p>
        </AskFirst>
      )}
    </Page>
  );
}
