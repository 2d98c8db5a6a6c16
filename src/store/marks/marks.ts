/** Marks people who must not be stored or contacted, and looks people up among them. */
import type { MarkedIdentity, MarkedKind, SuppressionKey } from '../../rules/privacy/key';
import type { LedgerRequest } from '../../rules/privacy/ledger';
import { placeholders, type Database } from '../../database/database';
import type { IdentityKind } from '../tables/engagement';
import { insertInto } from '../../database/define';
import { privacyMarks, type MarkEffect, type PrivacyMarkRow } from '../tables/privacy';
import { inParts, selectIn } from '../statements/in-parts';
import { markingKey, usableKey } from '../statements/key-check';
import { keeperOf } from '../statements/keeper';

/** A person's identity, or a company's page, which is never marked. */
export interface AnyIdentity {
  readonly kind: IdentityKind | MarkedKind;
  readonly value: string;
}

export interface Mark {
  readonly effect: MarkEffect;
  readonly subject: string;
}

const isMarkable = (identity: AnyIdentity): identity is MarkedIdentity => identity.kind !== 'company';
const identityKey = ({ kind, value }: AnyIdentity) => `${kind} ${value}`;

/** How many looked-up identities are kept in memory. */
const remembered = 200_000;

/**
 * Looks up identities for one writer of a workspace: one statement for a batch, and none if nobody is marked. Call `reset`
 * after another writer has written.
 */
export class Marks {
  private key: SuppressionKey | undefined;
  /** Undefined: not looked up yet. */
  private any: boolean | undefined;
  private readonly looked = new Set<string>();
  private readonly found = new Map<string, Mark>();
  /** Identities marked in the form of an older release, but not in the current form. */
  private readonly former = new Map<string, { readonly identity: MarkedIdentity; readonly mark: Mark }>();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  reset(): void {
    this.any = undefined;
    this.looked.clear();
    this.found.clear();
    this.former.clear();
  }

  /**
   * Looks up the marks of these identities.
   * @throws SuppressionKeyProblem when people are marked and cannot be recognised.
   */
  async look(identities: Iterable<AnyIdentity>): Promise<void> {
    this.any ??= await hasMarks(this.db, this.organizationId);
    if (!this.any) return;
    const key = (this.key ??= await usableKey(this.db));
    if (this.looked.size > remembered) this.looked.clear();
    const byDigest = new Map<string, MarkedIdentity[]>();
    for (const identity of identities) {
      if (!isMarkable(identity) || this.looked.has(identityKey(identity))) continue;
      this.looked.add(identityKey(identity));
      for (const digest of key.digestsToLookFor(this.organizationId, identity)) {
        byDigest.set(digest, [...(byDigest.get(digest) ?? []), identity]);
      }
    }
    if (byDigest.size === 0) return;
    const marked = await marksOf(this.db, this.organizationId, [...byDigest.keys()]);
    const present = new Set(marked.map(({ digest }) => digest));
    for (const { digest, effect, subject } of marked) {
      for (const identity of byDigest.get(digest) ?? []) {
        if (!present.has(key.digest(this.organizationId, identity))) {
          this.former.set(identityKey(identity), { identity, mark: { effect, subject } });
        }
        // If a mark exists in both the old and the current form, the stricter one applies.
        if (this.of(identity)?.effect !== 'suppressed') this.found.set(identityKey(identity), { effect, subject });
      }
    }
  }

  /** The mark of an identity that was looked up. */
  of(identity: AnyIdentity): Mark | undefined {
    return this.found.get(identityKey(identity));
  }

  /**
   * Adds marks in the current form for people found by an older form, so that their other spellings are known too. Must run
   * inside a write transaction.
   */
  async renew(now: number): Promise<void> {
    for (const { identity, mark } of this.former.values()) {
      if (mark.effect === 'author') continue;
      const request = mark.effect === 'no_contact' ? 'no_contact' : 'suppressed';
      await markIdentities(this.db, this.organizationId, [identity], { ...mark, request, now });
    }
    this.former.clear();
  }

  /** Remembers marks that this writer itself has made. */
  learn(identities: readonly AnyIdentity[], mark: Mark): void {
    this.any = true;
    for (const identity of identities) {
      this.looked.add(identityKey(identity));
      this.found.set(identityKey(identity), mark);
    }
  }

  get isEmpty(): boolean {
    return this.found.size === 0;
  }
}

async function hasMarks(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.select('SELECT 1 AS found FROM privacy_marks WHERE organization_id = ? LIMIT 1', [
    organizationId,
  ]);
  return rows.length > 0;
}

/** The marks with these digests. */
export function marksOf(db: Database, organizationId: string, digests: readonly string[]): Promise<PrivacyMarkRow[]> {
  const sql = 'SELECT organization_id, digest, effect, kind, subject, created_at FROM privacy_marks';
  return selectIn<PrivacyMarkRow>(db, sql, organizationId, 'digest', digests);
}

/** A request to mark a person. */
export interface Marking {
  readonly effect: MarkEffect;
  readonly request: Exclude<LedgerRequest, 'workspace_deleted'>;
  /** Joins the identifiers of one person. An earlier request about the same person has the same subject. */
  readonly subject: string;
  readonly now: number;
}

/**
 * Marks the identities of one person, and notes that in the ledger when the transaction commits. A stricter mark stays: an
 * objection does not weaken a suppression.
 * @throws SuppressionKeyProblem
 */
export async function markIdentities(
  db: Database,
  organizationId: string,
  identities: readonly AnyIdentity[],
  { effect, request, subject, now }: Marking,
): Promise<void> {
  const key = await markingKey(db);
  const rows = new Map<string, PrivacyMarkRow>();
  for (const identity of identities.filter(isMarkable)) {
    const digest = key.digest(organizationId, identity);
    const row = { organization_id: organizationId, digest, kind: identity.kind, subject, created_at: now };
    rows.set(digest, { ...row, effect: identity.kind === 'post' ? 'author' : effect });
  }
  await saveMarks(db, organizationId, [...rows.values()], { at: now, request, subject });
}

/** Stores marks that the ledger already has. @returns how many were new. */
export async function insertMarks(
  db: Database,
  organizationId: string,
  rows: readonly PrivacyMarkRow[],
): Promise<number> {
  const digests = rows.map((row) => row.digest);
  const known = new Map((await marksOf(db, organizationId, digests)).map((row) => [row.digest, row]));
  const stricter = rows.filter((row) => known.get(row.digest)?.effect !== 'suppressed');
  await insertInto(db, privacyMarks, stricter, { update: ['effect', 'subject', 'created_at'] });
  return rows.length - known.size;
}

/** Stores marks, then notes them in the ledger. */
async function saveMarks(
  db: Database,
  organizationId: string,
  rows: readonly PrivacyMarkRow[],
  { at, request, subject }: { at: number; request: LedgerRequest; subject: string },
): Promise<void> {
  await insertMarks(db, organizationId, rows);
  const marks = rows.map(({ digest, kind }) => ({ digest, kind }));
  db.afterCommit(() => keeperOf(db)?.note([{ at, request, organizationId, subject, marks }]));
}

/**
 * Removes the marks of these subjects.
 * @param noted false: the ledger already has the removal.
 * @returns the removed marks.
 */
export async function liftMarks(
  db: Database,
  organizationId: string,
  subjects: readonly string[],
  effect: MarkEffect | null,
  now: number,
  noted = true,
): Promise<number> {
  let lifted = 0;
  for (const part of inParts(subjects, 500)) {
    lifted += await db.run(
      `DELETE FROM privacy_marks WHERE organization_id = ? AND subject IN (${placeholders(part)})${effect === null ? '' : ' AND effect = ?'}`,
      [organizationId, ...part, ...(effect === null ? [] : [effect])],
    );
  }
  if (!noted) return lifted;
  db.afterCommit(() =>
    keeperOf(db)?.note(
      subjects.map((subject) => ({ at: now, request: 'lifted' as const, organizationId, subject, marks: [] })),
    ),
  );
  return lifted;
}
