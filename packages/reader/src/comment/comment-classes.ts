/** What a comment can be. */

/**
 * The class of a comment. A `request` asks for a demo, an offer, a trial or a call, or looks for such a thing. A `price` asks
 * only for the price. `leaving` leaves a vendor or looks for another one.
 */
export const commentClasses = [
  'request',
  'price',
  'leaving',
  'question',
  'objection',
  'refusal',
  'plain',
  'congratulation',
  'tag',
  'self_promotion',
  'job_hunting',
] as const;
export type CommentClass = (typeof commentClasses)[number];
/** What a comment is stored as. A `joke` is a plain comment that laughs: applause, for the rules of intent. */
export const storedClasses = [...commentClasses, 'joke'] as const;
export type StoredClass = (typeof storedClasses)[number];
/** The class that answers give: they have none for a joke. */
export function saidOf(stored: StoredClass): CommentClass;
export function saidOf(stored: StoredClass | null): CommentClass | null;
export function saidOf(stored: StoredClass | null): CommentClass | null {
  return stored === 'joke' ? 'plain' : stored;
}
/** The stored classes of comments that answers give this class. */
export const storedAs = (said: CommentClass): readonly StoredClass[] => (said === 'plain' ? ['plain', 'joke'] : [said]);
/** Comments of people who may buy. */
export const askingClasses = ['request', 'price', 'leaving'] as const satisfies readonly CommentClass[];
export type AskingClass = (typeof askingClasses)[number];
const asking: ReadonlySet<string | null> = new Set(askingClasses);
export const isAsking = (said: StoredClass | null): said is AskingClass => asking.has(said);
