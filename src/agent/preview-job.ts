/**
 * The preview: what a run would decide about a few people under a few posts, before the workspace spends anything. It costs no
 * credits and keeps nobody: people and engagement are stored, judged, and rolled back, so that the rules see what they would.
 */
import { z } from 'zod';
import { actorOf, upToPeople } from '../collecting/part-of-page';
import { troubleOf } from '../collecting/source-trouble';
import { walk, walkOver, walkState, type WalkPage, type WalkState } from '../collecting/walk';
import { walkIn } from '../collecting/workspace-walk';
import { timeOfPostId } from '../domain/post-time';
import { BatchWriter } from '../intake/batch';
import { decodeRecords, encodeRecords, type KeptRecord } from '../intake/kept-records';
import { batchOf, type StorableRecord } from '../intake/observations';
import { define, type AnyJob, type JobContext } from '../jobs/definition';
import type { Source } from '../sources/source';
import { previewed, profilesOf, saveCandidates, unknownPerson } from '../store/agent/candidates';
import { changeRun, countRun, endRun, findAgent, findRun, type RunEnd } from '../store/agent/runs';
import { identityKey, peopleNamed, type Identity } from '../store/discovery/people';
import { newId } from '../store/new-id';
import type { AgentRunRow, CandidateRow } from '../store/tables/agent';
import { scoringFacts } from '../store/writes/scoring-facts';
import { UnknownWorkspaceError, writeWorkspace } from '../store/writes/workspace-lock';
import { rulesOfWorkspace } from './decide-all';
import { judge, type JudgingRules } from './judge';
import { agentPreview } from './kinds';
import { targetsOf, type AgentParts } from './run-job';

/** `listed`: the posts to look at as the source named them, as `encodeRecords` writes records. */
const previewState = z.object({ walk: walkState, listed: z.string().default('') });
type PostRecord = Extract<StorableRecord, { kind: 'post' }>;
const mostTargets = 20;
const mostListed = 200;

/** Carries what was judged out of the transaction that is rolled back. */
class RolledBack extends Error {
  constructor(readonly candidates: readonly CandidateRow[]) {
    super('judged, and rolled back');
  }
}

export function previewJob(parts: AgentParts): AnyJob {
  return define({
    ...agentPreview,
    async run(context, { runId }) {
      try {
        await new Preview(parts, context, runId).go();
      } catch (error) {
        if (!(error instanceof UnknownWorkspaceError)) throw error;
      }
    },
  });
}

class Preview {
  /** Whose posts they are and from when: what is stored of them is rolled back, and counts for who engages with them later. */
  private listed: readonly PostRecord[] = [];

  constructor(
    private readonly parts: AgentParts,
    private readonly context: JobContext,
    private readonly runId: string,
  ) {}

  async go(): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const run = await findRun(db, organizationId, this.runId);
    if (!run?.active) return;
    const { source } = this.parts;
    if (!source) {
      const message = 'This installation has no source to look through: its setting DISCOVERY_SOURCE is none.';
      return this.finish({ status: 'FAILED', failure: { code: 'no_source', message }, now: clock.now() });
    }
    const state = this.context.savedState(previewState) ?? (await this.begin(run));
    if (state.listed !== '') this.listed = postsIn(decodeRecords(state.listed));
    await this.look(source, state.walk);
  }

  private async begin(run: AgentRunRow): Promise<z.infer<typeof previewState>> {
    const { db, organizationId, clock } = this.context;
    return writeWorkspace(db, organizationId, async () => {
      const agent = await findAgent(db, organizationId);
      const targets = await targetsOf(this.context, agent);
      const state = { walk: walkOver(targets.slice(0, mostTargets)), listed: '' };
      await changeRun(db, run, { status: 'RUNNING', started_at: clock.now(), updated_at: clock.now() });
      await this.context.saveState(state);
      return state;
    });
  }

  private async look(source: Source, from: WalkState): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const { limits, network } = this.parts;
    const rules = await rulesOfWorkspace(db, organizationId, clock.now(), () => this.context.checkpoint());
    try {
      const { previewPosts: maxPosts, previewPeople: maxPeople, overlapDays } = limits;
      const { state } = await walk(
        {
          ...walkIn(this.context, { source, network, from: clock.now(), overlapDays, maxPosts, maxPeople }),
          // Every preview looks at the newest posts, seen before or not.
          marks: () => Promise.resolve(new Map()),
          store: (page) => this.store(page, source, rules),
        },
        from,
      );
      const failure = state.trouble === null ? {} : { failure: { code: 'incomplete', message: state.trouble } };
      await this.finish({ status: 'COMPLETED', ...failure, now: clock.now() });
    } catch (error) {
      await this.finish({ status: 'FAILED', failure: troubleOf(error), now: clock.now() });
    }
  }

  private async store(page: WalkPage, source: Source, rules: JudgingRules): Promise<'go on' | 'stop'> {
    await this.context.checkpoint();
    const { db, organizationId, clock } = this.context;
    const run = await findRun(db, organizationId, this.runId);
    if (!run?.active) return 'stop';
    const known = await previewed(db, organizationId, this.runId);
    const room = this.parts.limits.previewPeople - run.candidates;
    const isKnown = (identities: readonly Identity[]) => identities.some((one) => known.has(identityKey(one)));
    // Comments that a list of posts brings along come first; with the room used up, the rest is not looked at.
    const part = upToPeople(page.records, room, isKnown);
    const candidates = room > 0 && part.length > 0 ? await this.judged(part, page, source, rules, isKnown) : [];
    const full = part.length < page.records.length;
    const listed = page.post === null ? newestOf([...this.listed, ...postsIn(page.records)]) : this.listed;
    await writeWorkspace(db, organizationId, async () => {
      await saveCandidates(db, candidates);
      const scanned = run.posts_scanned + (page.post && page.isLast ? 1 : 0);
      await changeRun(db, run, { ...(await countRun(db, run)), posts_scanned: scanned, updated_at: clock.now() });
      if (full) await this.context.guard();
      else await this.context.saveState({ walk: page.next, listed: encodeRecords(listed).text });
    });
    this.listed = listed;
    return full ? 'stop' : 'go on';
  }

  /** What a run would say of the people of these records. Nothing else of them stays. */
  private async judged(
    records: readonly StorableRecord[],
    page: WalkPage,
    source: Source,
    rules: JudgingRules,
    isKnown: (identities: readonly Identity[]) => boolean,
  ): Promise<readonly CandidateRow[]> {
    const { db, organizationId, clock } = this.context;
    const now = clock.now();
    const names = new Map<string, { identities: readonly Identity[]; urn: string }>();
    for (const record of records) {
      const identities = actorOf(record);
      if (!identities || record.kind !== 'engagement' || isKnown(identities)) continue;
      for (const one of identities) names.set(identityKey(one), { identities, urn: page.post?.urn ?? record.post.urn });
    }
    if (names.size === 0) return [];
    try {
      await writeWorkspace(db, organizationId, async () => {
        const settings = { origin: 'agent', source: source.name, shift: source.shift, now, batchId: null } as const;
        const writer = new BatchWriter(db, organizationId, settings);
        const about = this.listed.filter(({ urns }) => page.post !== null && urns.includes(page.post.urn));
        await writer.store(batchOf([...about, ...records]));
        await writer.finish();
        const all = [...names.values()].flatMap(({ identities }) => identities);
        const named = await peopleNamed(db, organizationId, all);
        const ids = [...new Set(named.values())];
        const { people, engagements, before } = await scoringFacts(db, organizationId, ids);
        const profiles = await profilesOf(db, organizationId, ids);
        throw new RolledBack(
          people
            .filter((person) => person.is_company === 0 && person.do_not_contact === 0)
            .map((person) => {
              const keys = [...named].filter(([, id]) => id === person.id).map(([key]) => key);
              const facts = { person, engagements: engagements.get(person.id) ?? [], lead: before.get(person.id) };
              const opinion = judge(facts, rules);
              return {
                organization_id: organizationId,
                id: newId(),
                run_id: this.runId,
                person_id: null,
                member_id: nameOf(keys, 'member'),
                slug: nameOf(keys, 'slug'),
                paid: 0 as const,
                post_urn: names.get(keys[0] ?? '')?.urn ?? null,
                created_at: now,
                ...(profiles.get(person.id) ?? unknownPerson),
                ...opinion,
                // A preview makes no lead; one that is there already is named.
                lead_id: before.get(person.id)?.id ?? null,
              };
            }),
        );
      });
      return [];
    } catch (error) {
      if (error instanceof RolledBack) return error.candidates;
      throw error;
    }
  }

  private async finish(end: RunEnd): Promise<void> {
    const { db, organizationId } = this.context;
    await writeWorkspace(db, organizationId, async () => {
      const run = await findRun(db, organizationId, this.runId);
      if (run?.active) {
        await changeRun(db, run, await countRun(db, run));
        await endRun(db, run, end);
      }
      await this.context.complete();
    });
  }
}

const postsIn = (records: readonly KeptRecord[]): PostRecord[] =>
  // Their texts are not judged.
  records.flatMap((one) => (one.kind === 'post' ? [{ ...one, text: null }] : []));

/** The newest, among which are those that are looked at; the others need not be carried along. */
const newestOf = (posts: readonly PostRecord[]): PostRecord[] => {
  const timeOf = ({ post }: PostRecord) => timeOfPostId(post.id) ?? 0;
  return [...posts].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, mostListed);
};

const nameOf = (keys: readonly string[], kind: 'member' | 'slug') =>
  keys.find((key) => key.startsWith(`${kind} `))?.slice(kind.length + 1) ?? null;
