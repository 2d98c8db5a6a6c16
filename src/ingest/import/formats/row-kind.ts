/**
 * What a row of the generic format is. The row itself says it, or the importing person does (`--kind`). A row that has a post
 * and a person, and nothing that says what happened, is refused: nobody likes what nobody liked.
 */
import { parseEngagementType, parseFlag, parseReaction } from '../fields';
import { isOtherSignal, kindWords, sentenceWord, wordKey } from './column-words';

export const genericKinds = ['like', 'comment', 'repost', 'post', 'person', 'company', 'lead'] as const;
export type GenericKind = (typeof genericKinds)[number];

/** The kind of a row by its word: `like`, `liked`, `Gefällt mir`, `CELEBRATE`, `commented on your post`. */
export function kindOfRow(text: string): GenericKind | undefined {
  const written = text.trim().toLowerCase();
  const word =
    kindWords.get(wordKey(written)) ??
    parseEngagementType(written)?.toLowerCase() ??
    parseEngagementType(sentenceWord(written) ?? null)?.toLowerCase() ??
    written;
  return genericKinds.find((kind) => kind === word);
}

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
  /** Whether the row names somebody as the one it is about: by name or headline. */
  readonly named: boolean;
  /** Whether the row has the words or the figures of a post. */
  readonly postFacts: boolean;
}

const sayWhatHappened =
  'nothing says what this person did; say what each row is (--kind like, comment, repost, post or person; in the console: what each row is), or add a column "kind"';

/** The kinds of a row: several when flags say so; `other` for a signal that is none of them; or the reason of a refusal. */
export function kindsOf(signs: KindSigns): readonly GenericKind[] | 'other' | { readonly reason: string } {
  if (signs.kind !== null) {
    const kind = kindOfRow(signs.kind);
    if (kind !== undefined) return [kind];
    if (isOtherSignal(signs.kind)) return 'other';
    return { reason: `kind: must be one of ${genericKinds.join(', ')}` };
  }
  const flags = [
    ['like', signs.hasLiked],
    ['comment', signs.hasCommented],
    ['repost', signs.hasReposted],
  ] as const;
  if (flags.some(([, flag]) => flag !== null)) {
    const set = flags.filter(([, flag]) => parseFlag(flag)).map(([kind]) => kind);
    return set.length > 0 ? set : 'other';
  }
  const typed = signs.type === null ? undefined : kindOfRow(signs.type);
  if (typed !== undefined) return [typed];
  if (signs.type !== null && isOtherSignal(signs.type)) return 'other';
  if (signs.post && parseReaction(signs.reaction) !== null) {
    return signs.comment === null ? ['like'] : ['like', 'comment'];
  }
  if (signs.post && signs.postFacts && !signs.named && signs.comment === null) return ['post'];
  return signs.post ? { reason: sayWhatHappened } : ['person'];
}
