/** A workspace with somebody who can be asked about, in every place where a person can stand; and a search for what stays of them. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privacyKeeper } from '../../../src/auth/privacy-keeper';
import { personRequests, type PersonRequests } from '../../../src/privacy/requests';
import { addMember } from '../../../src/store/access/members';
import { storeIcp } from '../../../src/store/access/icp';
import { Database } from '../../../src/database/database';
import { newId } from '../../../src/database/new-id';
import { recordAudit } from '../../../src/store/log/audit';
import { allTables } from '../../../src/store/tables/all';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import {
  activity,
  importInto,
  memberId,
  ndjson,
  now,
  openSite,
  slugUrl,
  watched,
  type Site,
} from '../../import/support/site';
import type { DatabaseKind } from '../../support/databases';
import { withKeeper } from '../../../src/store/statements/keeper';

/** Whom the tests erase. None of these words stands anywhere else. */
export const ines = {
  memberId: memberId(77),
  slug: 'ines-haddad-wexley',
  name: 'Ines Haddad-Wexley',
  headline: 'Chief Quixotry Officer at Zanzibartech',
  comment: 'Kumquat marmalade beats spreadsheets, what does it cost?',
  mail: 'ines.wexley@zanzibartech.example',
  post: 'My thoughts on zeppelin logistics',
} as const;
export const byProfile = { identities: [{ kind: 'slug' as const, value: ines.slug }] };

/** What must be found nowhere: as text, without regard to case. */
export const traces: readonly string[] = [
  ines.memberId,
  ines.slug,
  ines.name,
  ines.headline,
  ines.comment,
  ines.mail,
  ines.post,
  'quixotry',
  'wexley',
  'kumquat',
  'zeppelin',
];

export const rows = {
  comment: {
    kind: 'comment',
    memberId: ines.memberId,
    profileUrl: slugUrl(ines.slug),
    name: ines.name,
    headline: ines.headline,
    postUrl: activity(1),
    commentText: ines.comment,
    occurredAt: '2026-11-01T10:00:00Z',
  },
  facts: { kind: 'person', profileUrl: slugUrl(ines.slug), name: ines.name, email: ines.mail, companyName: 'Globex' },
  own: {
    kind: 'post',
    postUrl: activity(2),
    text: ines.post,
    authorMemberId: ines.memberId,
    authorProfileUrl: slugUrl(ines.slug),
    authorName: ines.name,
  },
  others: [1, 2, 3].map((n) => ({
    kind: 'comment',
    memberId: memberId(n),
    profileUrl: slugUrl(`other-${n}`),
    name: `Other ${n}`,
    headline: 'VP Sales at Globex',
    postUrl: activity(2),
    commentText: n === 1 ? `Well said, ${ines.name}!` : 'Well said',
    occurredAt: '2026-11-02T10:00:00Z',
  })),
  /** No date that is understood, so it is refused and written down. */
  refused: { kind: 'comment', profileUrl: slugUrl(ines.slug), commentText: ines.comment },
};

export interface Household {
  readonly site: Site;
  readonly db: Database;
  readonly organizationId: string;
  readonly requests: PersonRequests;
  readonly dataDir: string;
  readonly file: string;
  /** Imports the file again. */
  importAgain(): ReturnType<typeof importInto>;
  /** Names of tables, and files, where a trace of her stands. */
  traces(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openHousehold(kind: DatabaseKind): Promise<Household> {
  const site = await openSite(kind);
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-privacy-'));
  const db = withKeeper(
    await Database.open(site.url),
    privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: undefined }),
  );
  const here = { ...site, db };
  const organizationId = await here.workspace();
  await addMember(db, {
    organizationId,
    email: 'owner@acme.example',
    displayName: 'Olive',
    role: 'OWNER',
    active: true,
    passwordHash: null,
  });
  await storeIcp(db, organizationId, JSON.stringify({ titles: ['vp sales'] }), now);
  await saveWatchlistEntry(
    db,
    organizationId,
    watched(ines.slug, { displayName: ines.name, headline: ines.headline, label: 'voices' }),
    now,
  );
  const { comment, facts, own, others, refused } = rows;
  const file = site.file('first.ndjson', ndjson([comment, facts, own, ...others, refused]));
  await importInto(here, organizationId, file);
  await mentionEverywhere(db, organizationId);
  return {
    site: here,
    db,
    organizationId,
    dataDir,
    file,
    requests: personRequests(db, organizationId),
    importAgain: () => importInto(here, organizationId, file),
    traces: () => tracesIn(db, [`${file}.rejects`]),
    async close() {
      await db.close();
      await site.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Texts that name her, as an operator or a source may leave them. */
async function mentionEverywhere(db: Database, organizationId: string): Promise<void> {
  await recordAudit(db, {
    at: now,
    action: 'import_files',
    organization_id: organizationId,
    detail: `comments of ${ines.slug}.csv`,
  });
  await db.run(
    `INSERT INTO jobs (id, name, organization_id, unique_key, priority, status, run_at, attempt, last_attempt, lease_until, beat,
       worker, cancel_requested, input, state, progress, error, schedule, created_at, started_at, finished_at, updated_at)
     VALUES (?, 'x', ?, NULL, 0, 'dead', 0, 1, 1, 0, 0, NULL, 0, ?, ?, ?, ?, NULL, 0, NULL, 0, 0)`,
    [
      newId(),
      organizationId,
      JSON.stringify({ profile: slugUrl(ines.slug) }),
      JSON.stringify({ next: ines.memberId }),
      JSON.stringify({ at: ines.name }),
      `cannot read ${ines.name} (${ines.mail})`,
    ],
  );
  await db.run(
    `INSERT INTO discovery_keys (organization_id, idempotency_key, discovery_id, created_at) VALUES (?, ?, ?, 0)`,
    [organizationId, `for ${ines.name}`, newId()],
  );
}

/** Where a trace of her stands, table by table and in these files. */
export async function tracesIn(db: Database, files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of allTables) {
    const text = JSON.stringify(await db.select(`SELECT * FROM ${name}`)).toLowerCase();
    for (const trace of traces) if (text.includes(trace.toLowerCase())) found.push(`${name}: ${trace}`);
  }
  for (const path of files) {
    const text = existsSync(path) ? readFileSync(path, 'latin1').toLowerCase() : '';
    for (const trace of traces) if (text.includes(trace.toLowerCase())) found.push(`${path}: ${trace}`);
  }
  return found;
}
