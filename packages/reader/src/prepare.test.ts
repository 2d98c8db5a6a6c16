import type * as index from './index';

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
  // Other tests of this process may have made all of it.
  await jest.isolateModulesAsync(async () => {
    const reader = jest.requireActual<typeof index>('./index');
    const { prepareHeadlines, prepareComments, prepareVersion } = reader;
    const headline = () => reader.readHeadline('Geschäftsführer bei Müller Söhne GmbH, Hamburg');
    const comment = () => [
      reader.classifyComment('Interested, please send me the price list!'),
      reader.isCoined('Hebemax'),
    ];
    // Some hundred files, and tens of thousands of rows, 250 at a time.
    const headlines = await pausesOf(prepareHeadlines, 300, headline);
    expect(headlines.during).toMatchObject({ job: { title: 'Geschäftsführer', seniority: 'cxo' } });
    expect(headline()).toEqual(headlines.during);
    const comments = await pausesOf(prepareComments, 60, comment);
    expect(comments.during).toEqual(['request', true]);
    expect(comment()).toEqual(comments.during);
    expect((await pausesOf(prepareVersion)).pauses).toBeGreaterThan(100);
    // Made once.
    expect((await pausesOf(prepareHeadlines)).pauses).toBeLessThan(20);
    expect((await pausesOf(prepareComments)).pauses).toBeLessThan(20);
  });
});
