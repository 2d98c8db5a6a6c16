/** The demo's three workspaces, loaded from export files by the same functions as a user's own files. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { watchlistEntry } from '../../tools/watchlist-entry';
import { weakestRules } from '../rules/audience/privacy';
import { refreshAudiences } from '../audience/refresh';
import { personRequests } from '../privacy/requests';
import type { Network } from '../ingest/import';
import { importFile } from '../ingest/import/importer';
import { workOffQueue } from '../scoring/rescore';
import { storeIcp } from '../store/access/icp';
import { hasFlag, setFlag } from '../store/statements/flags';
import { addMember } from '../store/access/members';
import { createOrganization, findOrganization } from '../store/access/organizations';
import { changeCredits } from '../store/credits/ledger';
import type { Database } from '../database/database';
import type { Role } from '../store/tables/access';
import { actorColumns, recordAudit } from '../store/log/audit';
import { saveWatchlistEntry } from '../store/writes/watchlist';
import { runDemoAgent } from './agent';
import { readIcp, type IcpDefinition } from '../rules/fit/icp';
import { operatorActor } from '../auth/operator-name';
import { parseWatchlist } from '../../tools/watchlist-file';

export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
}

export interface DemoWorkspace {
  readonly name: string;
  /** Path below examples/exports. */
  readonly folder: string;
  readonly people: readonly DemoPerson[];
}

const person = (email: string, name: string, role: Role, active = true): DemoPerson => ({ email, name, role, active });

/** No person is a member of two of them, so that a leak between them would show. */
export const demoWorkspaces = {
  main: {
    name: 'Brightmoor',
    folder: 'brightmoor',
    people: [
      person('owner@demo.leadlight.example', 'Olive Owner', 'OWNER'),
      person('admin@demo.leadlight.example', 'Adam Admin', 'ADMIN'),
      person('member@demo.leadlight.example', 'Mia Member', 'MEMBER'),
      person('former@demo.leadlight.example', 'Fred Former', 'MEMBER', false),
    ],
  },
  other: {
    name: 'Kelvarra',
    folder: 'kelvarra',
    people: [
      person('owner@kelvarra.example', 'Oda Owner', 'OWNER'),
      person('admin@kelvarra.example', 'Arne Admin', 'ADMIN'),
    ],
  },
  spanish: {
    name: 'Tornavía',
    folder: 'tornavia',
    people: [
      person('owner@tornavia.example', 'Olga Owner', 'OWNER'),
      person('admin@tornavia.example', 'Andrés Admin', 'ADMIN'),
    ],
  },
} as const satisfies Record<string, DemoWorkspace>;

/** The day after the last event in the examples. Everything in them happened in the weeks before. */
const reportedAt = Date.UTC(2026, 10, 16);
const day = 86_400_000;

/** How far to shift the times of the examples, so that the last ones are of yesterday or today: whole days, in milliseconds. */
export const daysSince = (now: number): number => Math.floor((now - reportedAt) / day) * day;

/** Enough to discover the posts that are not imported yet, some of them twice. */
const demoCredits = 1_000;

export interface DemoPlaces {
  /** `examples/exports` of the installation. */
  readonly examples: string;
  /** Where rows that the importer refuses are written. The examples contain some on purpose. */
  readonly rejects: string;
  readonly network: Network;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Creates a workspace with its members and data, unless that was done before. An interrupted load is repeated, which does not
 * change what is there.
 * @returns the workspace's id.
 */
export async function loadDemoWorkspace(
  db: Database,
  workspace: DemoWorkspace,
  places: DemoPlaces,
  say: (line: string) => void,
): Promise<string> {
  const organization = (await findOrganization(db, workspace.name)) ?? (await createOrganization(db, workspace.name));
  if (!organization) throw new Error(`the workspace ${workspace.name} cannot be created`);
  const { id } = organization;
  for (const { email, name, role, active } of workspace.people) {
    await addMember(db, { organizationId: id, email, displayName: name, role, active, passwordHash: null });
  }
  await loadDemoData(db, id, workspace, places, say);
  return id;
}

/** Loads the data of a demo workspace into an existing one, unless that was done before. */
export async function loadDemoData(
  db: Database,
  id: string,
  workspace: DemoWorkspace,
  places: DemoPlaces,
  say: (line: string) => void,
): Promise<void> {
  if (await hasFlag(db, `demo:${id}`)) return;
  // A person who asked never to be stored. The import leaves them out.
  await personRequests(db, id).suppress({ identities: [{ kind: 'slug', value: 'never-store-me' }] }, { purge: false });
  const folder = join(places.examples, workspace.folder);
  say(`Loading the workspace ${workspace.name} from ${workspace.folder}/ …`);
  const { now } = places;
  await storeIcp(db, id, JSON.stringify(icpOf(join(folder, 'icp.yaml'))), now);
  const watched = parseWatchlist(readFileSync(join(folder, 'watchlist.csv'), 'utf8'), places.network);
  if (watched.problems.length > 0) throw new Error(watched.problems.join('\n'));
  for (const row of watched.entries) {
    const entry = watchlistEntry(row, places.network);
    if ('problem' in entry) throw new Error(entry.problem);
    await saveWatchlistEntry(db, id, entry, now);
  }
  const total = { engagements: 0, people: 0 };
  for (const file of readdirSync(folder).sort()) {
    // If the examples were imported in place before, lists of refused rows are beside them.
    if (file === 'watchlist.csv' || !/\.(csv|json|ndjson)(\.gz)?$/.test(file)) continue;
    const rejectsPath = join(places.rejects, `${file}.rejects`);
    const options = { network: places.network, now, score: false, rejectsPath, shift: daysSince(now) };
    const summary = await importFile(db, id, join(folder, file), options).catch((error: unknown) => {
      throw new Error(`${join(folder, file)}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
    total.engagements += summary.engagements?.new ?? 0;
    total.people += summary.people?.new ?? 0;
  }
  const scored = await workOffQueue(db, id, now);
  await refreshAudiences(db, id, { rules: weakestRules, now });
  await changeCredits(db, id, demoCredits, 'demo', now);
  if (workspace.folder === demoWorkspaces.main.folder) {
    const discovery = join(dirname(places.examples), 'discovery');
    await runDemoAgent(db, id, { folder: discovery, network: places.network, shift: daysSince(now) });
  }
  say(`  ${total.people} people, ${total.engagements} engagements, ${scored.leadsNew} leads`);
  await db.transaction(async () => {
    await setFlag(db, `demo:${id}`);
    await recordAudit(db, {
      at: Date.now(),
      action: 'load_demo',
      organization_id: id,
      ...actorColumns(operatorActor()),
      object_kind: 'workspace',
      object_id: id,
      detail: `${total.engagements} engagements`,
    });
  });
}

function icpOf(path: string): IcpDefinition {
  const read = readIcp(parseYaml(readFileSync(path, 'utf8')));
  if ('definition' in read) return read.definition;
  throw new Error(`${path}: ${read.problems.map((problem) => `${problem.path} ${problem.message}`).join('; ')}`);
}
