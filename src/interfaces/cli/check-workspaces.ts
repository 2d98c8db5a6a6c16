/** What `leadlight doctor` finds in the workspaces: counts, credits, the log of what was stored, and readings. */
import { readerVersion } from '../../../packages/reader/src';
import { listOrganizations } from '../../store/access/organizations';
import { unloggedEngagements } from '../../store/log/unlogged';
import { comparedBalances, type ComparedBalance } from '../../store/credits/ledger';
import { checkCounts } from '../../store/writes/check-counts';
import { countOldReadings } from '../../store/writes/readings';
import type { Database } from '../../database/database';
import type { Finding } from './checks';
import { count } from './text';

/** How long counts and logs are looked through, unless all are wanted, in milliseconds. */
const lookMs = 10_000;
/** Up to so many workspaces, each is named even if nothing is wrong with it. */
const mostNamed = 20;
/** Unlogged rows are counted up to this number. */
const mostUnlogged = 10_000;

export interface WorkspacesCheck {
  /** Looks through every workspace, however long it takes. */
  readonly all?: boolean;
  /** Milliseconds that never go back. */
  readonly clock?: () => number;
  /** From 0 to below 1: where it begins. */
  readonly random?: () => number;
}

/**
 * Compares the credits of every workspace. Counts again the figures that are updated as leads change, and looks for rows without a
 * log, in as many workspaces as there is time for. It begins at a random one, so that each is looked through sooner or later.
 */
export async function checkWorkspaces(
  db: Database,
  { all = false, clock = () => performance.now(), random = Math.random }: WorkspacesCheck = {},
): Promise<Finding[]> {
  const workspaces = await listOrganizations(db);
  const balances = await comparedBalances(db);
  const until = clock() + lookMs;
  const findings: Finding[] = [];
  const first = workspaces.length > mostNamed ? Math.floor(random() * workspaces.length) : 0;
  let looked = 0;
  for (const { id, name } of [...workspaces.slice(first), ...workspaces.slice(0, first)]) {
    const balance = balances.get(id);
    if (all || clock() < until) {
      findings.push(...(await countFindings(db, id, name)));
      if (balance) findings.push(creditFinding(balance, name));
      findings.push(await logFinding(db, id, name));
      looked += 1;
    } else if (balance) findings.push(creditFinding(balance, name));
  }
  if (looked < workspaces.length) {
    const message = `there was time to look through ${looked} of ${workspaces.length} workspaces; \`leadlight doctor --all\` looks through all`;
    findings.push({ check: 'counts', level: 'ok', message });
  }
  const shown = workspaces.length > mostNamed ? together(findings) : findings;
  return [...shown, await readingsFinding(db)];
}

/** What is wrong, and in one line for each check with how many workspaces nothing is. */
function together(findings: readonly Finding[]): Finding[] {
  const fine = new Map<string, number>();
  for (const { check, level, message } of findings) {
    if (level === 'ok' && !message.startsWith('there was')) fine.set(check, (fine.get(check) ?? 0) + 1);
  }
  const lines = [...fine].map(([check, workspaces]): Finding => {
    return { check, level: 'ok', message: `nothing is wrong in ${count(workspaces, 'workspace')}` };
  });
  const others = findings.filter(({ level, message }) => level !== 'ok' || message.startsWith('there was'));
  return [...others, ...lines];
}

async function countFindings(db: Database, id: string, name: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { accounts, profiles, pending, differences } = await checkCounts(db, id);
  if (pending > 0) {
    const message = `${name}: ${count(pending, 'queue entry', 'queue entries')} wait to be scored; run \`leadlight worker\` or serve`;
    findings.push({ check: 'counts', level: 'warning', message });
  }
  for (const { kind, id: about, message } of pending > 0 ? [] : differences.slice(0, 20)) {
    findings.push({ check: 'counts', level: 'problem', message: `${name}: ${kind} ${about} ${message}` });
  }
  const looked = `${name}: ${count(accounts, 'account')} and ${count(profiles, 'watched profile')} counted again`;
  if (differences.length === 0) findings.push({ check: 'counts', level: 'ok', message: looked });
  return findings;
}

async function readingsFinding(db: Database): Promise<Finding> {
  const old = await countOldReadings(db, readerVersion());
  if (old === 0) {
    const message = 'headlines and comments are read by the rules of this version';
    return { check: 'readings', level: 'ok', message };
  }
  const message = `${count(old, 'person', 'people')} read by older rules; serve and \`leadlight worker\` read them again`;
  return { check: 'readings', level: 'warning', message };
}

/** Checks that the log holds everything that was stored. Without a log nothing can be undone. */
async function logFinding(db: Database, organizationId: string, name: string): Promise<Finding> {
  const unlogged = (await unloggedEngagements(db, organizationId, mostUnlogged)).length;
  if (unlogged === 0) return { check: 'log', level: 'ok', message: `${name}: all engagement came with a batch` };
  const message =
    `${name}: ${unlogged === mostUnlogged ? 'at least ' : ''}${count(unlogged, 'engagement')} stored without a log by a process of an older ` +
    'release; end such processes, and import their files again before you undo anything';
  return { check: 'log', level: 'problem', message };
}

/** The stored balance must equal the sum of the ledger. */
function creditFinding({ stored, derived }: ComparedBalance, name: string): Finding {
  const words = ({ available, held, consumed }: ComparedBalance['stored']) =>
    `${available} available, ${held} held, ${consumed} consumed`;
  if (words(stored) === words(derived)) return { check: 'credits', level: 'ok', message: `${name}: ${words(stored)}` };
  const message = `${name}: the balance says ${words(stored)}, its ledger adds up to ${words(derived)}`;
  return { check: 'credits', level: 'problem', message };
}
