import { TextEraser } from '../../../packages/reader/src';
import { charactersOfTurn, PacedEraser } from './paced-eraser';

const petra = { ids: [], members: [], slugs: [], names: ['Petra Novakova'], emails: [] };
const eraser = () => new PacedEraser(new TextEraser([petra]));

/** Counts the turns of the event loop during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await work();
  over = true;
  return turns;
}

test('cleans as the eraser does', async () => {
  expect(await eraser().clean('Thanks Petra Novakova!')).not.toContain('Novakova');
  expect(await eraser().clean('Thanks everybody!')).toBe('Thanks everybody!');
  expect(await eraser().names('Ask Petra Novakova')).toBe(true);
  expect(await eraser().names('Ask somebody')).toBe(false);
});

test('others have a turn after so many characters, whether in many texts or in a few', async () => {
  const text = 'nobody is named here, '.repeat(100);
  for (const size of [text.length, 20 * text.length]) {
    const paced = eraser();
    const texts = Array.from({ length: Math.ceil((10 * charactersOfTurn) / size) }, () =>
      text.repeat(size / text.length),
    );
    const turns = await turnsDuring(async () => {
      for (const one of texts) await paced.clean(one);
    });
    expect(turns).toBeGreaterThanOrEqual(8);
  }
  const paced = eraser();
  expect(await turnsDuring(() => paced.clean(text))).toBe(0);
});
