/** The files that somebody is importing, kept while the tab lives: a reload goes on where it was. */
import { workspaceId } from '../router';

export interface ChosenFile {
  readonly key: string;
  readonly fileName: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** The file itself, until the page is loaded again. */
  readonly file?: File;
  readonly uploadId?: string;
  readonly importId?: string;
}

const place = () => `leadlight.imports.${workspaceId.peek() ?? ''}`;
const isText = (value: unknown): value is string => typeof value === 'string';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function chosenOf(value: unknown): readonly ChosenFile[] {
  if (!isRecord(value)) return [];
  const { key, fileName, modifiedAt, uploadId, importId } = value;
  if (!isText(key) || !isText(fileName) || typeof modifiedAt !== 'number') return [];
  return [
    { key, fileName, modifiedAt, ...(isText(uploadId) ? { uploadId } : {}), ...(isText(importId) ? { importId } : {}) },
  ];
}

/** What was kept of this workspace. */
export function keptFiles(): readonly ChosenFile[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place()) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(chosenOf) : [];
  } catch {
    return [];
  }
}

export function keepFiles(files: readonly ChosenFile[]): void {
  const kept = files.map(({ file: _file, ...rest }) => rest);
  sessionStorage.setItem(place(), JSON.stringify(kept));
}

let made = 0;
const newKey = () => `${Date.now()}-${(made += 1)}`;

export const chosenFrom = (file: File): ChosenFile => ({
  key: newKey(),
  fileName: file.name,
  modifiedAt: file.lastModified,
  file,
});

export const chosenInside = (unpacked: Omit<ChosenFile, 'key'>): ChosenFile => ({ ...unpacked, key: newKey() });
