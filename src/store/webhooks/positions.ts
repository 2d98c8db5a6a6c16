/** How far a webhook has reported a log: the revision of the workspace, which is in commit order, and the last id within it. */

/** The last entry of a log that was read. Reading continues after it. */
export interface LogPosition {
  readonly revision: number;
  readonly id: string;
}

export const writePosition = ({ revision, id }: LogPosition): string => `${revision}:${id}`;

export function readPosition(text: string): LogPosition {
  const at = text.indexOf(':');
  return { revision: Number(text.slice(0, at)), id: text.slice(at + 1) };
}

/** The position after everything of this revision. No id sorts after it. */
export const afterRevision = (revision: number): LogPosition => ({ revision, id: '~' });
