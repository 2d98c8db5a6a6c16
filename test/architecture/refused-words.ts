/**
 * Words that a reader stumbles over, and what to write in their place (docs/how-it-works.md, "Glossary"). Add a word here once
 * the last use of it is gone.
 */
export const refusedWords: readonly (readonly [word: string, instead: string])[] = [
  ['anew', 'again; rebuilt; start over'],
  ['whoever', 'anyone who; the person who; no matter who'],
  ['whomever', 'anyone; no matter whom'],
  ['shall', 'must; should; is to'],
  ['whence', 'from where'],
  ['hence', 'so'],
  ['thereof', 'of it'],
  ['wherewith', 'with which'],
  ['of which none', 'none of which'],
  ['of whom nobody', 'none of whom'],
  ['whom nobody', 'an unknown person; nobody … them'],
  ['somebody whose', 'a person whose'],
  ['the doors', 'the interfaces'],
  ['a door', 'an interface'],
  ['loop turns', 'turns of the event loop'],
];

/** Words that say nothing in a declared name, and what such names said in truth. */
export const refusedInNames: ReadonlyMap<string, string> = new Map([
  ['standing', 'what a text says of somebody; a role; a state'],
  ['houses', 'words of organisations'],
  ['ground', 'what a name stands in'],
  ['beside', 'which other one; during what; how many more'],
  ['aside', 'what a text is about; room that is reserved'],
  ['told', 'reported; the result of a step'],
  ['sides', 'which two'],
  ['kept', 'stored; what stays; for how long'],
  ['voice', 'the stated interest of somebody'],
  ['voices', 'stated interests'],
  ['doorbell', 'the message `leads.changed`'],
]);

/** Names that say nothing when they stand alone, and what to say. As a part of a longer name (`holdsPost`, `columnsKeyOf`) they do. */
export const refusedAlone: ReadonlyMap<string, string> = new Map([
  ['holds', 'what is true, or what is held'],
  ['textOf', 'which text'],
  ['listOf', 'what is listed'],
  ['keyOf', 'what the key is of'],
]);
