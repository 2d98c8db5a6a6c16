/** Compares the second reader with the built-in one, on comments whose class people set. */
import type { Database } from '../database/database';
import { compare, type Compared, type Comparison } from '../rules/opinion/compare';
import { commentQuestion, digestOf, opinionBelow, readerName, type Asked } from '../rules/opinion/question';
import { saysSomething } from '../rules/privacy/without-names';
import { readComment } from '../../packages/reader/src';
import type { OutgoingError } from '../shared/http-client/exchange';
import { saidOf, type CommentClass } from '../shared/values';
import { saveComparison } from '../store/opinions/comparisons';
import { keepOpinion, knownOpinions, queueReadBy } from '../store/opinions/opinions';
import { writeWorkspace } from '../store/log/workspace-lock';
import { askWithinBudget, type SecondReader } from './reader';

/** A comment with its class, as a person said. */
export interface Labelled {
  /** The text as it is stored: the built-in reader reads it. */
  readonly text: string;
  /** The text as it may be sent. */
  readonly asked: Asked;
  readonly truth: CommentClass;
}

export type ComparedReaders =
  | {
      readonly kind: 'compared';
      readonly comparison: Comparison;
      readonly asked: number;
      readonly requests: number;
      /** Answers that were none of the classes. */
      readonly withoutClass: number;
    }
  /** The built-in reader is sure of every comment: nothing was compared, and nothing is recorded. */
  | { readonly kind: 'sure'; readonly comments: number }
  /** Answers so far are kept: comparing again goes on there. */
  | { readonly kind: 'spent'; readonly left: number }
  | { readonly kind: 'failed'; readonly error: OutgoingError };

/**
 * Reads the comments with both, records the outcome, and has people scored again where the model's readings may count more, or less, now.
 * @param now epoch ms. @param checkpoint called between requests.
 */
export async function compareReaders(
  db: Database,
  organizationId: string,
  { reader, labelled }: { readonly reader: SecondReader; readonly labelled: readonly Labelled[] },
  { now, checkpoint }: { readonly now: () => number; readonly checkpoint: (done: number) => Promise<void> },
): Promise<ComparedReaders> {
  const rows: Compared[] = [];
  let [asked, requests] = [0, 0];
  const ask = async (question: Asked, digest: string) => {
    const outcome = await askWithinBudget(db, reader, commentQuestion(reader.model, question), { now: now() });
    if (outcome.kind === 'spent' || outcome.kind === 'failed') return outcome;
    requests += 1;
    const answer = { digest, said: outcome.said, now: now() };
    await writeWorkspace(db, organizationId, () => keepOpinion(db, organizationId, answer));
    return outcome;
  };
  /** Of rows whose answer was no class at an earlier comparison. */
  const unclear: { readonly row: number; readonly question: Asked; readonly digest: string }[] = [];
  const classless = new Set<number>();
  for (const [at, { text, asked: question, truth }] of labelled.entries()) {
    await checkpoint(at);
    const built = readComment(text);
    const builtIn = saidOf(built.said);
    if (built.confidence >= opinionBelow || !saysSomething(question.comment)) {
      rows.push({ truth, builtIn, second: builtIn });
      continue;
    }
    asked += 1;
    const digest = digestOf(reader.model, question.comment);
    let said = (await knownOpinions(db, organizationId, [digest])).get(digest);
    if (said === undefined) {
      const outcome = await ask(question, digest);
      if (outcome.kind === 'spent') return { kind: 'spent', left: labelled.length - at };
      if (outcome.kind === 'failed') return { kind: 'failed', error: outcome.error };
      said = outcome.said;
    } else if (said === null) unclear.push({ row: at, question, digest });
    if (said === null) classless.add(at);
    rows.push({ truth, builtIn, second: said ?? builtIn });
  }
  // The model may have been set right since. These come last: otherwise a model that never names a class would use up every day's requests.
  for (const { row, question, digest } of unclear) {
    await checkpoint(labelled.length);
    const outcome = await ask(question, digest);
    if (outcome.kind === 'spent') break;
    if (outcome.kind === 'failed') return { kind: 'failed', error: outcome.error };
    const compared = rows[row];
    if (compared === undefined || outcome.said === null) continue;
    rows[row] = { ...compared, second: outcome.said };
    classless.delete(row);
  }
  if (asked === 0) return { kind: 'sure', comments: rows.length };
  const comparison = compare(rows);
  await writeWorkspace(db, organizationId, async () => {
    await saveComparison(db, {
      organization_id: organizationId,
      reader: readerName(reader.model),
      compared_at: now(),
      comments: comparison.comments,
      asked,
      built_in_right: comparison.builtInRight,
      second_right: comparison.secondRight,
      beats: comparison.beats ? 1 : 0,
    });
    await queueReadBy(db, organizationId, reader.model);
  });
  return { kind: 'compared', comparison, asked, requests, withoutClass: classless.size };
}
