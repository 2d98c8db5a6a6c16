/** What a word of a headline can be. The title is named at most once, and so is the company. */

/** What is learned of a word; 0 is neither. */
export const labels = { outside: 0, titleBegins: 1, title: 2, companyBegins: 3, company: 4 } as const;
/** Labels that are learned: what speaks for each against `outside`. */
export const learned = 4;

/** A label, and which of the two have been named by now, this word included. */
export interface State {
  readonly label: number;
  readonly title: boolean;
  readonly company: boolean;
}

const either = [false, true];
/** All states: the label first, so that a word that begins something comes before one that goes on with it. */
export const states: readonly State[] = [0, 1, 2, 3, 4].flatMap((label) =>
  either.flatMap((title) =>
    either.flatMap((company) => (isPossible(label, title, company) ? [{ label, title, company }] : [])),
  ),
);

function isPossible(label: number, title: boolean, company: boolean): boolean {
  if (label === labels.outside) return true;
  return label <= labels.title ? title : company;
}

/** Stands for the place in front of the first word. */
export const start = states.length;
const nothingYet: State = { label: labels.outside, title: false, company: false };

function mayFollow(from: State, to: State): boolean {
  const same = from.title === to.title && from.company === to.company;
  switch (to.label) {
    case labels.titleBegins:
      return !from.title && from.company === to.company;
    case labels.companyBegins:
      return !from.company && from.title === to.title;
    case labels.title:
      return same && (from.label === labels.titleBegins || from.label === labels.title);
    case labels.company:
      return same && (from.label === labels.companyBegins || from.label === labels.company);
    default:
      return same;
  }
}

/** For each state those that may come before it; `start` where a headline may begin with it. */
export const before: readonly (readonly number[])[] = states.map((to) => [
  ...states.flatMap((from, n) => (mayFollow(from, to) ? [n] : [])),
  ...(mayFollow(nothingYet, to) ? [start] : []),
]);
