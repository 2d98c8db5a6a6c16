import { RetryLater } from '../../jobs/errors';
import { OutgoingError } from '../../shared/http-client/exchange';
import { SourceFailure } from '../sources/source';
import { finalTrouble, type Unanswered } from './source-trouble';

const silent = (retryAfterMs: number | null = null) =>
  new OutgoingError('status', 'it answered 503', true, 503, retryAfterMs);

/** The result of an error after so many failures in a row: the delay before the next try, or the trouble that ends it. */
async function after(error: unknown, failures: number, waitedMs = 0) {
  const noted: Unanswered[] = [];
  try {
    const trouble = await finalTrouble(error, { failures, waitedMs }, (now) => Promise.resolve(void noted.push(now)));
    return { ...trouble, noted };
  } catch (thrown) {
    if (!(thrown instanceof RetryLater)) throw thrown;
    return { delayMs: thrown.delayMs, message: thrown.message, noted };
  }
}

describe('a source that does not answer', () => {
  it.each([
    [0, 2_000],
    [1, 8_000],
    [2, 32_000],
    [5, 900_000],
    [6, 900_000],
  ])('after %i failures in a row is asked again later', async (failures, delayMs) => {
    const message = 'The source did not answer: it answered 503.';
    expect(await after(silent(), failures)).toEqual({
      delayMs,
      message,
      noted: [{ failures: failures + 1, waitedMs: delayMs }],
    });
  });

  it('is asked again no sooner than it says itself', async () => {
    expect(await after(silent(600_000), 0)).toMatchObject({ delayMs: 600_000 });
    expect(await after(silent(1), 0)).toMatchObject({ delayMs: 2_000 });
  });

  it.each([
    ['a wait of a day', 86_400_000, 0],
    ['waits that make a day together', 3_600_000, 23 * 3_600_000],
  ])('is asked no more after %s', async (_name, retryAfterMs, waitedMs) => {
    const message = 'The source did not answer: it answered 503. It asks to wait longer than a day in all.';
    expect(await after(silent(retryAfterMs), 0, waitedMs)).toEqual({ code: 'source_unavailable', message, noted: [] });
    // Positive control: a millisecond less.
    const delayMs = retryAfterMs - 1;
    const noted = [{ failures: 1, waitedMs: waitedMs + delayMs }];
    expect(await after(silent(delayMs), 0, waitedMs)).toMatchObject({ delayMs, noted });
  });

  it('eight times in a row is asked no more', async () => {
    expect(await after(silent(), 7)).toMatchObject({ code: 'source_unavailable', noted: [] });
  });
});

it('that refuses is not asked again', async () => {
  const refused = { code: 'source_refused', message: 'The token is not valid.', noted: [] };
  expect(await after(new SourceFailure('source_refused', 'The token is not valid.'), 0)).toEqual(refused);
  const gone = new OutgoingError('status', 'it answered 404', false, 404);
  expect(await after(gone, 0)).toMatchObject({ code: 'source_unavailable', noted: [] });
});

it('errors of our own pass through', async () => {
  await expect(after(new TypeError('a defect'), 0)).rejects.toThrow('a defect');
});
