/**
 * Makes what the first reading would make at once. That takes a second, for which a program that does other things on the same thread
 * stands still. Readings work without it, and at any time while it goes on.
 */
import { classifyComment } from './comment/comments';
import { phraseIndex } from './comment/comment-index';
import { commentModel } from './comment/comment-model';
import { commentPhrases } from './comment/comment-phrases';
import { isCoined, listedWords } from './company/coined';
import { headlineFlags } from './headline/flags';
import { readHeadline } from './headline/headline';
import { isBrand } from './headline/brands';
import { clusterOf } from './headline/clusters';
import { namesOrganisation } from './headline/lists';
import { model } from './headline/model';
import { ordinaryWords } from './headline/ordinary';
import { countryName } from './place/location';
import type { Pause } from './text/in-steps';
import { prepareWordLists } from './text/vocabulary';
import { isHelper } from './title/role-tables';
import { wordsOfOne } from './text/words';

/** Does each step, and pauses after it. */
async function each(steps: readonly (() => unknown)[], pause: Pause): Promise<void> {
  for (const step of steps) {
    step();
    const wait = pause();
    if (wait) await wait;
  }
}

/**
 * Makes what headlines and titles are read with, 21 MB, in steps of a few milliseconds.
 * @param pause called after each; what it returns is waited for.
 */
export async function prepareHeadlines(pause: Pause): Promise<void> {
  // Modules take their time too, and say when they are loaded what they make of the word lists. They are when one of theirs is named
  // (scripts/compile.cjs).
  await each(
    [
      () => wordsOfOne('sales'),
      () => countryName('DE'),
      () => isHelper,
      () => namesOrganisation,
      () => readHeadline,
      () => headlineFlags,
    ],
    pause,
  );
  await prepareWordLists(pause);
  await ordinaryWords.prepare(pause);
  await each(
    [
      () => isBrand('Example'),
      () => clusterOf('example'),
      () => model(),
      () => readHeadline('Head of Sales at Example'),
    ],
    pause,
  );
}

/**
 * The same for comments, 19 MB.
 * @param pause called after each step; what it returns is waited for.
 */
export async function prepareComments(pause: Pause): Promise<void> {
  await commentPhrases.prepare(pause);
  await phraseIndex.prepare(pause);
  await each([() => commentModel(), () => classifyComment('What does it cost?')], pause);
}

/**
 * The same for `isCoined`: whether a name was made up.
 * @param pause called after each step; what it returns is waited for.
 */
export async function prepareCoined(pause: Pause): Promise<void> {
  await listedWords.prepare(pause);
  await each([() => isCoined('example')], pause);
}
