/** Lists of refused rows of imports that were killed, or still run, while a person whom they name is erased. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { importFile } from '../../../src/ingest/import/importer';
import { importInProcess } from '../../import/support/processes';
import { importOptions, ndjson, slugUrl } from '../../import/support/site';
import { byProfile, ines, openHousehold, type Household } from '../../privacy/support/household';

let house: Household;
beforeEach(async () => {
  house = await openHousehold('sqlite');
});
afterEach(() => house.close());

/** A file with so many refused rows that some are written before it is read to its end. */
function fileWithRefused(name: string): string {
  const refused = { kind: 'comment', name: ines.name, commentText: 'Hello', postUrl: 'nowhere' };
  const others = Array.from({ length: 20_000 }, (_, n) => ({ kind: 'person', profileUrl: slugUrl(`other-${n}`) }));
  return house.site.file(name, ndjson([...Array.from({ length: 3_000 }, () => refused), ...others]));
}

/** Whether a file is there and names her. An import that goes on may move it at any moment. */
function names(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes(ines.name);
  } catch {
    return false;
  }
}

it('what a killed import left goes with the person', async () => {
  const { organizationId, requests, site } = house;
  let file = '';
  const isLeft = () => names(`${file}.rejects.part`);
  // One that ends before it is killed is followed by another.
  for (let n = 0; file === '' || !isLeft(); n += 1) {
    file = fileWithRefused(`killed-${n}.ndjson`);
    const { messages } = await importInProcess({ url: site.url, organizationId, files: [file] }, { killAt: isLeft });
    expect(messages).toBeGreaterThan(0);
  }
  await requests.erase(byProfile, { purge: false });
  await requests.finish();
  expect(existsSync(`${file}.rejects.part`)).toBe(false);
});

it('an import that runs meanwhile ends well, without the list', async () => {
  const file = fileWithRefused('running.ndjson');
  const whole = await importFile(house.db, house.organizationId, file, importOptions);
  expect(whole).toMatchObject({ refused: 3_000, rejectsFile: `${file}.rejects` });
  expect(names(`${file}.rejects`)).toBe(true);
  const onProgress = () => rmSync(`${file}.rejects.part`, { force: true });
  rmSync(`${file}.rejects`);
  const meanwhile = await importFile(house.db, house.organizationId, file, { ...importOptions, onProgress });
  expect(meanwhile).toMatchObject({ refused: 3_000, rejectsFile: null, failure: null });
  expect(existsSync(`${file}.rejects`)).toBe(false);
});
