/** A thread that breaks while it reads ends alone: who waits for its answers is told why. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadOptions } from '../../shared/thread';
import { openApart } from './apart';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-apart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['throws', "throw new Error('broken')", 'broken'],
  ['ends', 'process.exit(0)', 'reading an upload ended early'],
  [
    'takes all memory',
    'const all = []; for (;;) all.push(new Array(100_000).fill({}))',
    /takes more memory than any export/,
  ],
])('one that %s', async (name, code, said) => {
  const first = join(folder, `${name}.cjs`);
  writeFileSync(first, code);
  threadOptions.unshift('--require', first);
  try {
    const options = { network: { namespace: 'li', hosts: ['linkedin.com'] }, now: 0 };
    await expect(openApart(join(folder, 'none'), options)).rejects.toThrow(said);
  } finally {
    threadOptions.splice(0, 2);
  }
});
