// Writes the parts of example files: addresses, rows, JSON, pages.

export const iso = (time) => new Date(time).toISOString();
export const home = 'https://www.linkedin.com';

/** The address of a person in reactions: by member id. */
export const byMember = (actor) =>
  actor.isCompany ? `${home}/company/${actor.slug}/` : `${home}/in/${actor.memberId}`;
/** The address of a person in comments: by slug. */
export const bySlug = (actor) =>
  `${home}/${actor.isCompany ? 'company' : 'in'}/${encodeURIComponent(actor.slug)}${actor.isCompany ? '/' : ''}`;
export const headlineOf = (actor) => (actor.isCompany ? `${actor.followers ?? 1200} followers` : actor.headline);

export const likes = (posts) =>
  posts.flatMap((post) =>
    post.engagements.filter(({ type }) => type === 'LIKE').map((engagement) => ({ ...engagement, post })),
  );
export const comments = (posts) =>
  posts.flatMap((post) =>
    post.engagements.filter(({ type }) => type === 'COMMENT').map((engagement) => ({ ...engagement, post })),
  );
export const reposts = (posts) =>
  posts.flatMap((post) =>
    post.engagements.filter(({ type }) => type === 'REPOST').map((engagement) => ({ ...engagement, post })),
  );

/** Rows as CSV; objects may lack columns. */
export function csv(columns, rows, { delimiter = ',', newline = '\n', bom = false } = {}) {
  const cell = (value) => {
    const text = String(value ?? '');
    return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((cells) =>
    cells.map(cell).join(delimiter),
  );
  return (bom ? '\ufeff' : '') + lines.join(newline) + newline;
}

export const json = (value) => `${JSON.stringify(value, null, 1)}\n`;
export const compact = (values) => `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]\n`;
export const ndjson = (values) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

/** Items in pages of a hundred, as an API gives them. */
export function pages(object, items, cursor = 'cursor') {
  const count = Math.max(1, Math.ceil(items.length / 100));
  return Array.from({ length: count }, (_, n) => ({
    object,
    items: items.slice(n * 100, n * 100 + 100),
    [cursor]: n + 1 < count ? `page-${n + 2}` : null,
    paging: { page_count: count },
  }));
}
