/** Applies people's own decisions again during a replay. */
import type { Database } from '../../database/database';
import type { Decision, NamedAccountRow } from '../log/decisions';
import { insertInto } from '../../database/define';
import { accountAliases, accounts } from '../tables/leads';
import { freeAccountId } from '../writes/accounts';
import { releasePending } from '../writes/pending-people';
import { putOutreach } from '../writes/outreach';
import type { PersonRow } from '../tables/engagement';
import { PersonWriter } from '../writes/person-writer';
import { PostWriter } from '../writes/post-writer';
import { writeWorkspace } from '../log/workspace-lock';

type Of<Kind extends Decision['kind']> = Extract<Decision, { kind: Kind }>;

/**
 * Applies a decision about a lead again. If nothing else names the person any more and the decision set them aside, they are
 * stored by their identities alone. Otherwise the next import would bring them back as a new lead.
 */
export async function decideLeadAgain(
  db: Database,
  organizationId: string,
  { person, disposition, dispositionReason = null, ownerId }: Of<'lead-decision'>,
  at: number,
): Promise<void> {
  await writeWorkspace(db, organizationId, async () => {
    const people = new PersonWriter(db, organizationId);
    const isDecided = disposition !== undefined && disposition !== 'ACTIVE';
    const { rows } = await peopleNamed(people, db, organizationId, person);
    const made = rows.length === 0 && isDecided && person.length > 0 ? [people.resolve(namesOf(person), at)] : [];
    for (const row of [...rows, ...made]) {
      people.touch({
        ...row,
        ...(disposition !== undefined && {
          disposition,
          disposition_reason: dispositionReason,
          disposition_set_at: at,
        }),
        ...(ownerId !== undefined && { owner_id: ownerId, owner_set_at: at }),
      });
    }
    await people.flush();
  });
}

/**
 * Applies outreach again. If nothing else names the person any more, they are stored by their identities alone. Otherwise the
 * next import would bring them back as not contacted. The same applies to each identity that only an undone batch had joined
 * with the others.
 */
export async function setOutreachAgain(
  db: Database,
  organizationId: string,
  { person, outreach }: Of<'outreach'>,
  at: number,
): Promise<void> {
  await writeWorkspace(db, organizationId, async () => {
    const people = new PersonWriter(db, organizationId);
    const saysSomething = outreach.status !== 'NONE' || outreach.note !== null;
    const { rows, unknown } = await peopleNamed(people, db, organizationId, person);
    const apart = rows.length === 0 ? [person] : unknown.map((one) => [one]);
    const made = saysSomething ? apart.filter((names) => names.length > 0) : [];
    const all = [...rows, ...made.map((names) => people.resolve(namesOf(names), at))];
    await people.flush();
    await putOutreach(db, organizationId, new Map(all.map(({ id }) => [id, outreach])));
  });
}

/** Releases a person whom a run did not accept but a person accepted later. */
export async function acceptCandidateAgain(
  db: Database,
  organizationId: string,
  { person }: Of<'accepted-candidate'>,
): Promise<void> {
  await writeWorkspace(db, organizationId, async () => {
    const people = new PersonWriter(db, organizationId);
    const { rows } = await peopleNamed(people, db, organizationId, person);
    await releasePending(
      db,
      organizationId,
      rows.map(({ id }) => id),
      null,
    );
  });
}

/** The people with these identities, ready to be changed, and the identities that nobody has. */
async function peopleNamed(
  people: PersonWriter,
  db: Database,
  organizationId: string,
  person: Of<'outreach'>['person'],
): Promise<{ rows: PersonRow[]; unknown: Of<'outreach'>['person'] }> {
  await people.prepare([{ identities: person, saying: null, observedAt: 0 }]);
  const known = await db.select<{ kind: string; value: string; person_id: string }>(
    `SELECT kind, value, person_id FROM person_identities WHERE organization_id = ? AND (${person.map(() => '(kind = ? AND value = ?)').join(' OR ') || '1 = 0'})`,
    [organizationId, ...person.flatMap(({ kind, value }) => [kind, value])],
  );
  const found = [...new Set(known.map((row) => row.person_id))];
  const unknown = person.filter((one) => !known.some((row) => row.kind === one.kind && row.value === one.value));
  return { rows: found.map((id) => people.row(id)), unknown };
}

const namesOf = (person: Of<'lead-decision'>['person']) => ({
  memberId: person.find(({ kind }) => kind === 'member')?.value ?? null,
  slug: person.find(({ kind }) => kind !== 'member')?.value ?? null,
  isCompany: person.some(({ kind }) => kind === 'company'),
});

/** Stores the post for which a discovery was requested. */
export async function askForPostAgain(
  db: Database,
  organizationId: string,
  { urn, url }: Of<'asked-post'>,
  at: number,
): Promise<void> {
  await writeWorkspace(db, organizationId, async () => {
    const posts = new PostWriter(db, organizationId);
    await posts.prepare([{ urns: [urn], whole: false }]);
    posts.resolveOne(urn, url, at);
    await posts.flush();
  });
}

/**
 * The account a decision is about. It is created if nothing replayed so far names it, so that the decision applies to later
 * data.
 */
export async function accountDecidedAbout(
  db: Database,
  organizationId: string,
  account: NamedAccountRow,
  at: number,
): Promise<string> {
  return writeWorkspace(db, organizationId, async () => {
    const named = new Set<string>();
    for (const { kind, value } of account.aliases) {
      const [row] = await db.select<{ account_id: string }>(
        'SELECT account_id FROM account_aliases WHERE organization_id = ? AND kind = ? AND value = ?',
        [organizationId, kind, value],
      );
      if (row) named.add(row.account_id);
    }
    const [first] = named;
    if (first !== undefined) return named.has(account.id) ? account.id : first;
    const id = await freeAccountId(db, organizationId, account.id);
    const unknown = { domain: null, industry: null, company_size: null, known: 0 as const };
    await insertInto(db, accounts, [
      { organization_id: organizationId, id, name: account.name, ...unknown, created_at: at },
    ]);
    const aliases = account.aliases.map((alias) => ({ organization_id: organizationId, ...alias, account_id: id }));
    await insertInto(db, accountAliases, aliases, 'ignore');
    return id;
  });
}
