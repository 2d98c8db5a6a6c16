/** How far a webhook was told of a log: the revision of the workspace, whose order is that of commits, and the last id within it. */

/** After which entry of a log to read on. */
export interface LogPosition {
  readonly revision: number;
  readonly id: string;
}

export const writePosition = ({ revision, id }: LogPosition): string => `${revision}:${id}`;

export function readPosition(text: string): LogPosition {
  const at = text.indexOf(':');
  return { revision: Number(text.slice(0, at)), id: text.slice(at + 1) };
}

/** After everything that has this revision: no id comes behind it. */
export const afterRevision = (revision: number): LogPosition => ({ revision, id: '~' });
