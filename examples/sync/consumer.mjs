// Keeps a copy of a workspace in step. Run it as often as you like, and kill it whenever you like: the copy and the cursor are one
// file, replaced whole after each page, so what was read is neither lost nor done twice.
//
//   LEADLIGHT_URL=https://leadlight.example/api/v1 LEADLIGHT_KEY=ll_… node consumer.mjs copy.json
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const { LEADLIGHT_URL: url, LEADLIGHT_KEY: key } = process.env;
const file = process.argv[2] ?? 'copy.json';

function open() {
  try {
    const { cursor, items } = JSON.parse(readFileSync(file, 'utf8'));
    return { cursor, items: new Map(items) };
  } catch (error) {
    if (error.code === 'ENOENT') return { cursor: null, items: new Map() };
    throw error;
  }
}

function save(copy) {
  writeFileSync(`${file}.new`, JSON.stringify({ ...copy, items: [...copy.items] }));
  renameSync(`${file}.new`, file);
}

async function page(cursor) {
  const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
  const answer = await fetch(`${url}/customer/changes?limit=100${after}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (answer.status === 410) return null; // Older than 90 days: begin again.
  if (answer.status === 429 || answer.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 5)));
    return page(cursor);
  }
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

for (let copy = open(), more = true; more; save(copy)) {
  const read = await page(copy.cursor);
  if (read === null) copy = { cursor: null, items: new Map() };
  for (const { kind, id, change, item } of read?.data ?? []) {
    if (change === 'deleted') copy.items.delete(`${kind} ${id}`);
    else copy.items.set(`${kind} ${id}`, item);
  }
  if (read) copy.cursor = read.page.nextCursor;
  more = read?.hasMore ?? true;
}
