/**
 * Reads comments a second time, by a language model, where the built-in reader is in doubt, and job titles that no word list knows. One job for the whole service asks one
 * request after the other, a few of each workspace in turn. Nothing waits for it: until a comment is read, and wherever the model
 * fails, the built-in reading stands.
 */
import { z } from 'zod';
import type { Database } from '../database/database';
import { define, type AnyJob, type JobContext, type JobKind } from '../jobs/definition';
import { RetryLater } from '../jobs/errors';
import {
  commentQuestion,
  digestOf,
  opinionBelow,
  readerName,
  type Asked,
  type Question,
} from '../rules/opinion/question';
import { titleDigest, titleQuestion, type TitleReading } from '../rules/opinion/title-question';
import { saysSomething, withoutNames } from '../rules/privacy/without-names';
import { boundedCache } from '../shared/bounded-cache';
import type { CommentClass } from '../shared/values';
import {
  applyOpinion,
  doubtfulComments,
  keepOpinion,
  knownOpinions,
  noteRead,
  noteReader,
  unreadWorkspaces,
  type DoubtfulComment,
  type ReaderOf,
} from '../store/opinions/opinions';
import { answeredTitles, queueTitled, unknownTitles, type UnknownTitle } from '../store/writes/opinions-of-titles';
import { UnknownWorkspaceError, writeWorkspace } from '../store/log/workspace-lock';
import { askWithinBudget, mayBeTheText, waitAfter, type SecondReader } from './reader';

const day = 24 * 3_600_000;
/** Older comments decide little: intent halves in 30 days. */
const readsBackMs = 90 * day;
/** Comments of one read, and requests for one workspace before the next has its turn. */
const together = 50;
const perTurn = 10;
/** A text that failed so often is not asked again. */
const mostTries = 3;

const state = z.object({ failures: z.number() });

export const secondOpinion: JobKind<object> = { name: 'second-opinion', input: z.object({}), lane: 'sources' };

/** @param reader undefined: nothing is asked. */
export function opinionJob(reader: SecondReader | undefined): AnyJob {
  const tries = boundedCache<string, number>(1_000);
  return define({
    ...secondOpinion,
    schedule: { pattern: '*/10 * * * *' },
    keepsDone: false,
    givesWay: true,
    async run(context) {
      if (reader === undefined) return;
      const round = new Round(reader, context, tries);
      while (await round.goOn()) await context.checkpoint();
    },
  });
}

/** What is sent of a comment. Null: nothing is left of it that could be read. */
export function askedOf(
  comment: Omit<DoubtfulComment, 'id' | 'person_id' | 'occurred_at' | 'comment_class'>,
): Asked | null {
  const named = {
    people: [comment.display_name, comment.author_name],
    companies: [comment.company_name, comment.stated_company],
  };
  const text = withoutNames(comment.comment_excerpt, named);
  if (!saysSomething(text)) return null;
  return { comment: text, post: comment.post_excerpt === null ? null : withoutNames(comment.post_excerpt, named) };
}

/** An answer as it is kept. */
interface StoredAnswer<Said> {
  readonly digest: string;
  readonly said: Said | null;
  readonly now: number;
}

/** Whether a title may be sent: nothing in it is a name of the person or their company, a number or an address. */
const mayBeSent = ({ title, display_name, company_name, stated_company }: UnknownTitle): boolean =>
  saysSomething(title) &&
  withoutNames(title, { people: [display_name], companies: [company_name, stated_company] }) === title;

class Round {
  private readonly name: string;
  private readonly db: Database;
  private failures: number;

  constructor(
    private readonly reader: SecondReader,
    private readonly context: JobContext,
    private readonly tries: ReturnType<typeof boundedCache<string, number>>,
  ) {
    this.name = readerName(reader.model);
    this.db = context.db;
    this.failures = context.savedState(state)?.failures ?? 0;
  }

  /** Asks a few times for each workspace. @returns whether something may be left to ask now. */
  async goOn(): Promise<boolean> {
    let asked = 0;
    for (let after = ''; ;) {
      const page = await unreadWorkspaces(this.db, this.name, after, together);
      for (const { id, revision } of page) {
        const comments = await this.turnOf(id);
        const titles = comments.isWhole ? await this.titlesOf(id, perTurn - comments.asked) : comments;
        if (comments.isWhole && titles.isWhole) await noteRead(this.db, this.of(id), revision);
        asked += comments.isWhole ? comments.asked + titles.asked : comments.asked;
        await this.context.checkpoint();
      }
      const last = page.at(-1);
      if (last === undefined || page.length < together) return asked > 0;
      after = last.id;
    }
  }

  private readonly of = (organizationId: string): ReaderOf => ({
    ...{ organizationId, reader: this.name, host: new URL(this.reader.url).host, now: this.context.clock.now() },
  });

  /** `isWhole`: nothing is left to ask about this workspace. */
  private async turnOf(organizationId: string): Promise<{ readonly asked: number; readonly isWhole: boolean }> {
    const since = this.context.clock.now() - readsBackMs;
    let asked = 0;
    for (let after: DoubtfulComment | undefined; ;) {
      const page = await doubtfulComments(this.db, organizationId, {
        ...{ below: opinionBelow, since, limit: together },
        ...(after === undefined ? {} : { after }),
      });
      const questions = page.flatMap((comment) => {
        const question = askedOf(comment);
        return question === null ? [] : [{ comment, question, digest: digestOf(this.reader.model, question.comment) }];
      });
      const known = new Map(
        await knownOpinions(this.db, organizationId, [...new Set(questions.map(({ digest }) => digest))]),
      );
      const read = questions.flatMap(({ comment, digest }) => {
        const said = known.get(digest);
        return said === undefined || said === null ? [] : [{ comment, said }];
      });
      await this.settle(organizationId, read);
      for (const { comment, question, digest } of questions) {
        const said = known.get(digest);
        if (read.some((one) => one.comment === comment) || said === null) continue;
        if (said !== undefined) {
          await this.settle(organizationId, [{ comment, said }]);
          continue;
        }
        if (asked >= perTurn) return { asked, isWhole: false };
        const { model } = this.reader;
        const answer = await this.ask(organizationId, commentQuestion(model, question), (stored) =>
          this.settle(organizationId, stored.said === null ? [] : [{ comment, said: stored.said }], stored),
        );
        if (answer === undefined) return { asked, isWhole: false };
        known.set(digest, answer.said);
        asked += 1;
        await this.context.checkpoint();
      }
      if (page.length < together) return { asked, isWhole: true };
      after = page.at(-1);
    }
  }

  /** Titles that no word list knows, each once. At most `most` requests. */
  private async titlesOf(
    organizationId: string,
    most: number,
  ): Promise<{ readonly asked: number; readonly isWhole: boolean }> {
    const since = this.context.clock.now() - readsBackMs;
    const { model } = this.reader;
    const seen = new Set<string>();
    let asked = 0;
    for (let after: UnknownTitle | undefined; ;) {
      const page = await unknownTitles(this.db, organizationId, {
        ...{ since, limit: together },
        ...(after === undefined ? {} : { after }),
      });
      const titles = page.filter(mayBeSent).map(({ title }) => ({ title, digest: titleDigest(model, title) }));
      const answered = await answeredTitles(
        this.db,
        organizationId,
        titles.map(({ digest }) => digest),
      );
      for (const { title, digest } of titles) {
        if (answered.has(digest) || seen.has(digest)) continue;
        if (asked >= most) return { asked, isWhole: false };
        seen.add(digest);
        const answer = await this.ask(organizationId, titleQuestion(model, title), (stored) =>
          this.settleTitle(organizationId, title, stored),
        );
        if (answer === undefined) return { asked, isWhole: false };
        asked += 1;
        await this.context.checkpoint();
      }
      if (page.length < together) return { asked, isWhole: true };
      after = page.at(-1);
    }
  }

  /**
   * Asks, and has the answer stored.
   * @returns undefined when the budget of the day is used up. @throws RetryLater after a failure.
   */
  private async ask<Said extends CommentClass | TitleReading>(
    organizationId: string,
    question: Question<Said>,
    keep: (stored: StoredAnswer<Said>) => Promise<void>,
  ): Promise<{ readonly said: Said | null } | undefined> {
    const { clock, signal } = this.context;
    await noteReader(this.db, this.of(organizationId));
    const outcome = await askWithinBudget(this.db, this.reader, question, { now: clock.now(), signal });
    if (outcome.kind === 'spent') return undefined;
    const { digest } = outcome;
    const now = clock.now();
    if (outcome.kind === 'answered') {
      const { said } = outcome;
      await keep({ digest, said, now });
      return { said };
    }
    // The end of this process interrupted the request, so it does not count as failed.
    await this.context.checkpoint();
    const { error } = outcome;
    const tries = (this.tries.get(digest) ?? 0) + 1;
    if (mayBeTheText(error)) this.tries.set(digest, tries);
    if (mayBeTheText(error) && tries >= mostTries) await keep({ digest, said: null, now });
    this.failures += 1;
    await this.db.transaction(() => this.context.saveState({ failures: this.failures }));
    throw new RetryLater(waitAfter(this.failures, error), `the second reader failed: ${error.reason}`);
  }

  /** Stores how a title was read, and has its people scored again. */
  private settleTitle(organizationId: string, title: string, stored: StoredAnswer<TitleReading>): Promise<void> {
    return this.write(organizationId, stored, async () => {
      if (stored.said !== null) await queueTitled(this.db, organizationId, title);
    });
  }

  /** Stores an answer, and the classes that follow. */
  private async settle(
    organizationId: string,
    read: readonly { readonly comment: DoubtfulComment; readonly said: CommentClass }[],
    stored?: StoredAnswer<CommentClass>,
  ): Promise<void> {
    if (read.length === 0 && stored === undefined) return;
    const { model } = this.reader;
    await this.write(organizationId, stored, async () => {
      for (const { comment, said } of read) await applyOpinion(this.db, organizationId, comment, { said, model });
    });
  }

  private async write(
    organizationId: string,
    stored: StoredAnswer<CommentClass | TitleReading> | undefined,
    follow: () => Promise<void>,
  ): Promise<void> {
    try {
      await writeWorkspace(this.db, organizationId, async () => {
        await this.context.guard();
        if (stored?.said !== null && this.failures > 0) await this.context.saveState({ failures: (this.failures = 0) });
        if (stored !== undefined) await keepOpinion(this.db, organizationId, stored);
        await follow();
      });
    } catch (error) {
      // The workspace was deleted meanwhile.
      if (!(error instanceof UnknownWorkspaceError)) throw error;
    }
  }
}
