/**
 * What a row of the generic format is. The row itself says it, or the importing person does (`--kind`). A row that has a post
 * and a person, and nothing that says what happened, is refused: nobody likes what nobody liked.
 */
import { cleanText, flagOf, parseEngagementType } from '../fields';
import { columnKey } from '../format';
import { isOtherSignal, kindWords, sentenceWord } from './column-words';

export const genericKinds = ['like', 'comment', 'repost', 'post', 'person', 'company', 'lead'] as const;
export type GenericKind = (typeof genericKinds)[number];

/** The kind of a row by its word: `like`, `liked`, `Gefällt mir`, `CELEBRATE`, `commented on your post`. */
export function kindOfRow(text: string): GenericKind | undefined {
  const written = text.trim().toLowerCase();
  const word =
    kindWords.get(columnKey(written)) ??
    parseEngagementType(written)?.toLowerCase() ??
    parseEngagementType(sentenceWord(written) ?? null)?.toLowerCase() ??
    written;
  return genericKinds.find((kind) => kind === word);
}

/** What stands between two kinds: signs and marks other than those within words, or `and`. */
const betweenKinds = /[^\p{L}\p{M}\p{N}\s'’_-]+| and /iu;
/** Other signs may tell what was liked: `Like (comment)`, `Like: post`. */
const otherThanList = /[^\p{L}\p{M}\p{N}\s'’_,;&+/|→-]/u;

/**
 * The kinds that a text names: `Liked & commented`, `like, comment`, `Like → Comment`, `Liked (Celebrate)`.
 * @returns undefined where it names none, or also something that is no kind.
 */
export function kindsNamed(text: string): readonly GenericKind[] | undefined {
  const one = kindOfRow(text);
  if (one !== undefined) return [one];
  const parts = text
    .split(betweenKinds, 5)
    .filter((part) => part.trim() !== '')
    .map(kindOfRow);
  const several = [...new Set(parts)].flatMap((kind) => kind ?? []);
  if (several.length > 1 && otherThanList.test(text)) return undefined;
  return parts.length === 0 || parts.includes(undefined) || parts.length > 4 ? undefined : several;
}

/** Yes and no of spreadsheets. `VERO` as they write it: `Vero` is a name and a word of Italian. */
const yesOrNo = /^(?:(?:true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|falso)|VERO)$/;

/** Whether a cell for the words of a comment has a count alone, or yes or no in its place. */
export function isFigure(text: string): boolean {
  const bare = text.trim();
  return /^[~≈]?\d[\d.,\s'’]{0,20}[km]?\+?$/i.test(bare) || yesOrNo.test(bare === 'VERO' ? bare : bare.toLowerCase());
}

/** `Liked a comment`, `reacted to your reply`, `liked Ada's comment`: no reaction to the post. */
const aboutComment =
  /^(?:liked|likes|loved|reacted)\s+(?:to\s+)?(?:(?:a|an|the|this|my|your|our|his|her|their|.{1,40}['’]s)\s+)?(?:comments?|repl(?:y|ies))$/i;

/** What the columns of a row say about its kind; null for a column that is absent or empty. */
export interface KindSigns {
  readonly kind: string | null;
  /** A column called type. It counts only when its word is that of a kind: exports use such columns for much else. */
  readonly type: string | null;
  readonly hasLiked: string | null;
  readonly hasCommented: string | null;
  readonly hasReposted: string | null;
  readonly reaction: string | null;
  readonly comment: string | null;
  /** Whether the row names a post, or the import does. */
  readonly post: boolean;
  /** Whether the row has the address or the id of somebody. */
  readonly person: boolean;
  /** Whether the row names somebody as the one it is about: by name or headline. */
  readonly named: boolean;
  /** Whether the row has the words or the figures of a post. */
  readonly postFacts: boolean;
}

export const sayWhatHappened =
  'nothing says what this person did; say what each row is (--kind like, comment, repost, post or person; in the console: what each row is), or add a column "kind"';

/** What was done by a cell of a column called reaction that names more than reactions ("Kommentar"); else undefined. */
export function moreThanReaction(cell: string): readonly GenericKind[] | undefined {
  const kinds = kindsNamed(cell);
  const isMore = (kind: GenericKind) => kind === 'comment' || kind === 'repost';
  return kinds?.some(isMore) && kinds.every((kind) => kind === 'like' || isMore(kind)) ? kinds : undefined;
}

/**
 * The kinds of a row: several when it names several, or flags say so; for a signal that is none of them why it is left out; or the
 * reason of a refusal.
 */
export function kindsOf(
  signs: KindSigns,
): readonly GenericKind[] | 'other_signal' | 'comment_reaction' | { readonly reason: string } {
  if (signs.kind !== null) {
    if (aboutComment.test(signs.kind.trim())) return 'comment_reaction';
    const kinds = kindsNamed(signs.kind);
    if (kinds !== undefined) return kinds;
    if (isOtherSignal(signs.kind)) return 'other_signal';
    const said = cleanText(signs.kind, 40);
    return { reason: `kind: must be one of ${genericKinds.join(', ')}${said === null ? '' : `, not ${said}`}` };
  }
  const said = signs.comment !== null && !isFigure(signs.comment);
  const flags = [
    ['like', signs.hasLiked],
    ['comment', signs.hasCommented],
    ['repost', signs.hasReposted],
  ] as const;
  const typed = signs.type === null ? undefined : kindOfRow(signs.type);
  const reacted = signs.reaction !== null && kindOfRow(signs.reaction) === 'like';
  if (flags.some(([, flag]) => flag !== null)) {
    // `Reacted` may hold the reaction, too.
    const read = flags.map(
      ([kind, flag]) => [kind, flag === null ? false : (flagOf(flag) ?? (kindOfRow(flag) === kind || null))] as const,
    );
    const set = read.filter(([, is]) => is).map(([kind]) => kind);
    if (read.every(([, is]) => is !== null)) {
      const written = signs.post && signs.hasCommented === null && said ? (['comment'] as const) : [];
      return set.length + written.length > 0 ? [...set, ...written] : 'other_signal';
    }
    // A column that is none of flags, such as one of times, is no matter where another says what happened.
    if (set.length > 0 || (typed === undefined && !reacted))
      return { reason: 'what this person did: neither yes nor no' };
  }
  if (typed !== undefined) return [typed];
  if (signs.type !== null && isOtherSignal(signs.type)) return 'other_signal';
  // Without a post too: then it is refused, and the refusal says how to name the post.
  if (reacted) return said ? ['like', 'comment'] : ['like'];
  const inReaction = moreThanReaction(signs.reaction ?? '');
  if (inReaction !== undefined) return inReaction;
  // Of somebody who is named without a link too: the refusal says that the link is missing.
  if (signs.post && (signs.person || signs.named) && said) return ['comment'];
  if (signs.post && signs.postFacts && !signs.named && signs.comment === null) return ['post'];
  return signs.post ? { reason: sayWhatHappened } : ['person'];
}
