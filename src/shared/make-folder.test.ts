import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('makes what is missing, with the mode, and leaves what is there', () => {
  const path = join(folder, 'a', 'b');
  makeFolder(path, 0o700);
  writeFileSync(join(path, 'kept'), '');
  makeFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, 'kept')).isFile()).toBe(true);
});

test('ends with an error that names the folder where none can be made', () => {
  expect(() => makeFolder('/proc/self/leadlight/data')).toThrow('/proc');
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file', 'data'))).toThrow(join(folder, 'file', 'data'));
});
