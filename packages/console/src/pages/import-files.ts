/** The files that a person is importing. They are remembered while the tab is open, so a reload continues. */
import { workspaceId } from '../router';
import { chosenAsJson, chosenFromJson, type Chosen } from './import-columns';

export interface ChosenFile {
  readonly key: string;
  readonly fileName: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** The file itself, until the page is reloaded. */
  readonly file?: File;
  readonly uploadId?: string;
  readonly importId?: string;
  /** How it is to be read, once a person said so. */
  readonly reading?: Chosen | undefined;
}

const place = () => `leadlight.imports.${workspaceId.peek() ?? ''}`;
const isText = (value: unknown): value is string => typeof value === 'string';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function chosenOf(value: unknown): readonly ChosenFile[] {
  if (!isRecord(value)) return [];
  const { key, fileName, modifiedAt, uploadId, importId } = value;
  const reading = chosenFromJson(value['reading']);
  if (!isText(key) || !isText(fileName) || typeof modifiedAt !== 'number') return [];
  return [
    {
      ...{ key, fileName, modifiedAt, reading },
      ...(isText(uploadId) ? { uploadId } : {}),
      ...(isText(importId) ? { importId } : {}),
    },
  ];
}

/** The remembered files of this workspace. */
export function storedFiles(): readonly ChosenFile[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(place()) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(chosenOf) : [];
  } catch {
    return [];
  }
}

export function keepFiles(files: readonly ChosenFile[]): void {
  const stored = files.map(({ file: _file, reading, ...rest }) => ({
    ...rest,
    ...(reading && { reading: chosenAsJson(reading) }),
  }));
  sessionStorage.setItem(place(), JSON.stringify(stored));
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
