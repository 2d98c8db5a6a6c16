import fs from 'node:fs';
import type * as coined from './company/coined';
import type * as comments from './comment/comments';
import type * as headlines from './headline/headline';
import type * as index from './index';
import type * as prepare from './prepare';

/** Counts the pauses of `prepare`. @param at calls `read` at this one, while the rest is not made. @returns what that gave too */
async function pausesOf(prepare: (pause: () => undefined) => Promise<void>, at = 0, read = (): unknown => undefined) {
  let pauses = 0;
  let during: unknown;
  await prepare(() => {
    pauses += 1;
    if (pauses === at) during = read();
    return undefined;
  });
  return { pauses, during };
}

test('what readings need is made in many short steps, and a reading in between is the same as later', async () => {
  // Other tests of this process may have made all of it. Not by the index: it loads every module, which a program does as it uses them.
  await jest.isolateModulesAsync(async () => {
    const { prepareHeadlines, prepareComments, prepareCoined } = jest.requireActual<typeof prepare>('./prepare');
    const { readHeadline } = jest.requireActual<typeof headlines>('./headline/headline');
    const { classifyComment } = jest.requireActual<typeof comments>('./comment/comments');
    const { isCoined } = jest.requireActual<typeof coined>('./company/coined');
    const headline = () => readHeadline('Geschäftsführer bei Müller Söhne GmbH, Hamburg');
    const comment = () => classifyComment('Interested, please send me the price list!');
    // Some hundred files, and tens of thousands of rows, 250 at a time.
    const asHeadline = await pausesOf(prepareHeadlines, 300, headline);
    expect(asHeadline.during).toMatchObject({ job: { title: 'Geschäftsführer', seniority: 'cxo' } });
    expect(headline()).toEqual(asHeadline.during);
    expect((await pausesOf(prepareComments, 60, comment)).during).toBe('request');
    expect((await pausesOf(prepareCoined, 60, () => isCoined('Hebemax'))).during).toBe(true);
    // Then nothing is read from the word lists any more.
    const reader = jest.requireActual<typeof index>('./index');
    const read = jest.spyOn(fs, 'readFileSync');
    expect(comment()).toBe('request');
    expect(reader.isCoined('Hebemax')).toBe(true);
    expect(reader.headlineFlags('Retired CFO').map(({ flag }) => flag)).toContain('retired');
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect((await pausesOf(reader.prepareVersion)).pauses).toBeGreaterThan(100);
    // Made once.
    expect((await pausesOf(prepareHeadlines)).pauses).toBeLessThan(20);
    expect((await pausesOf(prepareComments)).pauses).toBeLessThan(20);
  });
});
