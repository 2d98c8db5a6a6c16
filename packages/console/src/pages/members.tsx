/** People of the workspace: roles, access, invitations, links for new passwords. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Member } from '../api/operations';
import { useRead } from '../api/read';
import { may, session, workspace } from '../api/session';
import type { Role } from '../api/operations';
import { Button } from '../components/button';
import { CopyText } from '../components/copy';
import { Dialog } from '../components/dialog';
import { FormError, SelectField, TextField } from '../components/form';
import { Page } from '../components/page';
import { Bones, ErrorState } from '../components/states';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { day, label, moment, t } from '../i18n';

const roles = ['MEMBER', 'ADMIN', 'OWNER'] as const satisfies readonly Role[];
const isRole = (value: string): value is Role => roles.some((role) => role === value);
/** Only an owner may make an owner. */
const offered = () => roles.filter((role) => role !== 'OWNER' || workspace.value?.role === 'OWNER');
const choices = (list: readonly Role[]) => list.map((value) => ({ value, label: label('role', value) }));

interface Made {
  readonly title: string;
  readonly link: string;
  readonly expiresAt: string;
  readonly mailed: boolean;
}

function MadeLink({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  return (
    <Dialog title={made.title} onClose={onClose}>
      <div class="form">
        <p>{t('members.link-text', { until: moment(made.expiresAt) })}</p>
        {made.mailed && <p>{t('members.mailed')}</p>}
        <CopyText text={made.link} />
        <p class="form-end">
          <Button kind="main" onClick={onClose}>
            {t('action.close')}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}

function Invite({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const task = useTask();
  return (
    <Dialog title={t('members.invite')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(async () => {
            const { link, expiresAt, mailed } = await call('invite_member', { email, role });
            onMade({ title: t('members.invited', { email }), link, expiresAt, mailed });
          });
        }}
      >
        <FormError error={task.error} />
        <TextField label={t('session.email')} type="email" value={email} onInput={setEmail} required autofocus />
        <SelectField
          label={t('criterion.role')}
          hint={t('members.role-hint')}
          value={role}
          choices={choices(offered())}
          onChange={(value) => isRole(value) && setRole(value)}
        />
        <p class="form-end">
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('members.make-link')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

export function MembersPage() {
  const members = useRead('list_members', {});
  const manages = may('manageMembers');
  const invitations = useRead('list_invitations', manages ? {} : null);
  const [inviting, setInviting] = useState(false);
  const [made, setMade] = useState<Made>();
  const task = useTask();
  const change = (work: () => Promise<unknown>, done?: string) =>
    void task.run(async () => {
      await work();
      members.again();
      invitations.again();
      if (done) say(done);
    });
  const resetLink = (member: Member) =>
    change(async () => {
      const { link, expiresAt, mailed } = await call('make_reset_link', { userId: member.userId });
      setMade({ title: t('members.reset-for', { email: member.email }), link, expiresAt, mailed });
    });
  /** Replaces a link that was lost or has expired. The old one stops working. */
  const newLink = (email: string, role: Role) =>
    change(async () => {
      const { link, expiresAt, mailed } = await call('invite_member', { email, role });
      setMade({ title: t('members.invited', { email }), link, expiresAt, mailed });
    });
  /** Whether this person may change that member. */
  const mayChange = (member: Member) =>
    manages &&
    (member.role !== 'OWNER' || workspace.value?.role === 'OWNER') &&
    member.userId !== session.value?.person.id;

  const columns = [
    {
      key: 'person',
      head: t('members.person'),
      cell: (row: Member) => (
        <>
          <strong>{row.displayName}</strong>
          <br />
          <small>{row.email}</small>
        </>
      ),
    },
    {
      key: 'role',
      head: t('criterion.role'),
      cell: (row: Member) =>
        mayChange(row) ? (
          <select
            class="input"
            aria-label={`${t('criterion.role')}: ${row.email}`}
            value={row.role}
            onChange={(event) => {
              const role = event.currentTarget.value;
              if (isRole(role)) change(() => call('change_member', { userId: row.userId, role }), t('digests.saved'));
            }}
          >
            {choices(offered()).map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          label('role', row.role)
        ),
    },
    {
      key: 'seen',
      head: t('members.last-sign-in'),
      cell: (row: Member) => (row.active ? row.lastSignInAt && day(row.lastSignInAt) : t('members.inactive')),
    },
    {
      key: 'do',
      head: '',
      label: t('watchlist.do'),
      cell: (row: Member) =>
        mayChange(row) && (
          <span class="row-of">
            {row.active && <Button onClick={() => resetLink(row)}>{t('members.reset')}</Button>}
            <Button
              {...(row.active ? { kind: 'danger' as const } : {})}
              onClick={() =>
                change(() => call('change_member', { userId: row.userId, active: !row.active }), t('digests.saved'))
              }
            >
              {row.active ? t('members.deactivate') : t('members.activate')}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <Page
      wide
      title={t('nav.members')}
      tools={
        manages && (
          <Button kind="main" icon="plus" onClick={() => setInviting(true)}>
            {t('members.invite')}
          </Button>
        )
      }
    >
      <FormError error={task.error} />
      {members.error && !members.data && <ErrorState error={members.error} again={members.again} />}
      {!members.data && !members.error && <Bones rows={4} />}
      {members.data && (
        <Table caption={t('nav.members')} columns={columns} rows={members.data.data} rowKey={(row) => row.userId} />
      )}
      {invitations.data && invitations.data.data.length > 0 && (
        <section>
          <h2>{t('members.waiting')}</h2>
          <Table
            caption={t('members.waiting')}
            rows={invitations.data.data}
            rowKey={(row) => row.id}
            columns={[
              { key: 'email', head: t('session.email'), cell: (row) => row.email },
              { key: 'role', head: t('criterion.role'), cell: (row) => label('role', row.role) },
              { key: 'until', head: t('members.until'), cell: (row) => moment(row.expiresAt) },
              {
                key: 'do',
                head: '',
                label: t('watchlist.do'),
                cell: (row) => (
                  <span class="row-of">
                    <Button onClick={() => newLink(row.email, row.role)}>{t('members.new-link')}</Button>
                    <Button onClick={() => change(() => call('withdraw_invitation', { invitationId: row.id }))}>
                      {t('members.withdraw')}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </section>
      )}
      {inviting && (
        <Invite
          onClose={() => setInviting(false)}
          onMade={(link) => {
            setInviting(false);
            setMade(link);
            invitations.again();
          }}
        />
      )}
      {made && <MadeLink made={made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}
