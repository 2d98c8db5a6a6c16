// Reads the feed of changes with one library as it comes, until nothing is left after the parent said that all is written.
import { subscribe } from 'node:diagnostics_channel';

const { BASE: base, KEY: key, LIBRARY: library } = process.env;
const headers = { Authorization: `Bearer ${key}` };
const refusing = [429, 503];

/** Each makes a function that reads the JSON of an address. Only fetch-retry has to be told when to repeat. */
const libraries = {
  async got() {
    const { default: got } = await import('got');
    return (url) => got(url, { headers }).json();
  },
  async 'axios + axios-retry'() {
    const [{ default: axios }, { default: axiosRetry }] = await Promise.all([import('axios'), import('axios-retry')]);
    axiosRetry(axios);
    return async (url) => (await axios.get(url, { headers })).data;
  },
  async ky() {
    const { default: ky } = await import('ky');
    return (url) => ky(url, { headers, timeout: false }).json();
  },
  async 'fetch-retry'() {
    const { default: wrap } = await import('fetch-retry');
    const fetchAgain = wrap(fetch, {
      retryOn: refusing,
      retryDelay: (_attempt, _error, response) => Number(response?.headers.get('retry-after') ?? 1) * 1000,
    });
    return async (url) => (await fetchAgain(url, { headers })).json();
  },
};

const statuses = {};
const count = (status) => (statuses[status] = (statuses[status] ?? 0) + 1);
subscribe('http.client.response.finish', ({ response }) => count(response.statusCode));
subscribe('undici:request:headers', ({ response }) => count(response.statusCode));

let written = false;
process.on('message', () => (written = true));

const read = await libraries[library]();
const seen = [];
for (let after = '', done = false; !done;) {
  const wasWritten = written;
  const page = await read(`${base}/customer/changes?limit=50${after}`);
  for (const { kind, id, change, changedAt } of page.data) seen.push([kind, id, change, changedAt]);
  after = `&after=${encodeURIComponent(page.page.nextCursor)}`;
  done = wasWritten && !page.hasMore;
  if (!page.hasMore && !done) await new Promise((resolve) => setTimeout(resolve, 2_000));
}
process.send({ seen, requests: statuses[200] ?? 0, refused: statuses[429] ?? 0 }, () => process.exit(0));
