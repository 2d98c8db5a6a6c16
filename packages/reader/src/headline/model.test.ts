/** A model's bytes, and how large they are. */
import { gzipSync } from 'node:zlib';
import { model, modelIn, modelOf, sizes } from './model';

test('the sizes: four numbers for each bucket, and those of 39 kinds of steps and 96 of ends between twelve states', () => {
  expect(sizes).toEqual({ words: 8_388_608, steps: 6_084, ends: 1_152 });
});

const whole = 8_388_608 + (6_084 + 1_152) * 2 + 32;

test('each number is read from its place', () => {
  const bytes = Buffer.alloc(whole);
  bytes.writeInt8(-5, 0);
  bytes.writeInt8(7, 8_388_607);
  bytes.writeInt16LE(-300, 8_388_608);
  bytes.writeInt16LE(301, 8_388_608 + 6_083 * 2);
  bytes.writeInt16LE(302, 8_388_608 + 6_084 * 2);
  bytes.writeInt16LE(-303, whole - 34);
  bytes.fill('ab', whole - 32, whole, 'hex');
  const { trainedOn, words, steps, ends } = modelOf(bytes);
  expect(trainedOn).toBe('ab'.repeat(32));
  expect([words.length, words[0], words[1], words[8_388_607]]).toEqual([8_388_608, -5, 0, 7]);
  expect([steps.length, steps[0], steps[1], steps[6_083]]).toEqual([6_084, -300, 0, 301]);
  expect([ends.length, ends[0], ends[1], ends[1_151]]).toEqual([1_152, 302, 0, -303]);
});

test.each([whole - 1, whole + 1, 0])('of %d bytes it is of another version', (size) => {
  expect(() => modelOf(Buffer.alloc(size))).toThrow(
    'was trained for another version of the program: run npm run train',
  );
});

test('a file that grows out of bounds is damaged, one up to there is of another version', () => {
  expect(() => modelIn(gzipSync(Buffer.alloc(16_777_216)))).toThrow(
    'vocabulary/headline-model.gz was trained for another',
  );
  expect(() => modelIn(gzipSync(Buffer.alloc(16_777_217)))).toThrow('vocabulary/headline-model.gz is damaged');
});

test('the model that ships is whole', () => {
  expect(model().trainedOn).toMatch(/^[0-9a-f]{64}$/);
  expect(model().words.some((weight) => weight !== 0)).toBe(true);
});
