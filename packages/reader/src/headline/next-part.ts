/** What stands beside a title and says what its holder does: "Manager, Investor Relations", "Teamleder | Løn", "Адвокат, партнер". */
import type { JobFunction } from '../title/function-words';
import { roleOf } from '../title/role';
import { joinsAlone } from './lists';
import type { Span } from './tagger';
import { isMark, type Token } from './tokens';

/** Longer parts are slogans more often than departments. */
const longestPart = 4;

/**
 * The function of a title that names none, by the part behind it (behind the company, where that follows), else by the one in front.
 * A part counts where each of its words is known and none is a rank.
 */
export function functionOfNextPart(
  tokens: readonly Token[],
  text: string,
  title: Span,
  company: Span | null,
): JobFunction | null {
  const after = company !== null && company.first > title.last ? [title.last, company.last] : [title.last];
  const before = company !== null && company.last < title.first ? [title.first, company.first] : [title.first];
  for (const last of after) {
    const found = functionOf(partFrom(tokens, last, 1, company), tokens, text);
    if (found !== null) return found;
  }
  for (const first of before) {
    const found = functionOf(partFrom(tokens, first, -1, company), tokens, text);
    if (found !== null) return found;
  }
  return null;
}

/** The part that marks alone separate from a token, on one side of it; null where there is none or it is the company. */
function partFrom(tokens: readonly Token[], from: number, step: 1 | -1, company: Span | null): Span | null {
  let at = from + step;
  const marked = at;
  while (isMarkAt(tokens, at)) at += step;
  if (at === marked || tokens[at] === undefined) return null;
  let end = at;
  while (tokens[end + step] !== undefined && !isMarkAt(tokens, end + step)) end += step;
  // "Managing Director, Investment Banking at Jefferies": up to the word that joins the company.
  if (step === 1 && company !== null && company.first > at && company.first <= end) {
    end = company.first - 1;
    if (end > at && joinsAlone(tokens[end]?.text ?? '')) end -= 1;
  }
  const part = { first: Math.min(at, end), last: Math.max(at, end) };
  return company !== null && part.first <= company.last && company.first <= part.last ? null : part;
}

const isMarkAt = (tokens: readonly Token[], at: number) => {
  const token = tokens[at];
  return token !== undefined && isMark(token);
};

function functionOf(part: Span | null, tokens: readonly Token[], text: string): JobFunction | null {
  if (part === null || part.last - part.first >= longestPart) return null;
  const role = roleOf(text.slice(tokens[part.first]?.from, tokens[part.last]?.to));
  return role.wholly && !role.namesRank && !role.sideOnly && !role.aspiring ? role.function : null;
}
