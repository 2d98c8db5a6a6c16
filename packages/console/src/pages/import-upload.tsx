/** Imports files: each is uploaded and previewed, and imported when the person says so. */
import { useId, useState } from 'preact/hooks';
import { t } from '../i18n';
import { UploadRow } from './import-file';
import { chosenFrom, chosenInside, keepFiles, storedFiles, type ChosenFile } from './import-files';

export function UploadBox({ onImported }: { readonly onImported: () => void }) {
  const id = useId();
  const [chosen, setChosen] = useState(storedFiles);
  const [over, setOver] = useState(false);
  const change = (of: (before: readonly ChosenFile[]) => readonly ChosenFile[]) =>
    setChosen((before) => {
      const after = of(before);
      keepFiles(after);
      return after;
    });
  const add = (files: FileList | null | undefined) =>
    // Above those that are done, where one looks.
    change((before) => [...[...(files ?? [])].map(chosenFrom), ...before]);
  const put = (key: string, rows: (row: ChosenFile) => readonly ChosenFile[]) =>
    change((before) => before.flatMap((row) => (row.key === key ? rows(row) : [row])));
  return (
    <section
      class={over ? 'form drop over' : 'form drop'}
      aria-label={t('upload.title')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer?.files);
      }}
    >
      <div class="field">
        <label for={id}>{t('upload.choose')}</label>
        <input
          id={id}
          class="input"
          type="file"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            add(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        <p class="hint" id={`${id}-hint`}>
          {t('upload.hint')}
        </p>
      </div>
      {chosen.map((row) => (
        <UploadRow
          key={row.key}
          chosen={row}
          onImported={onImported}
          onChange={(more) => put(row.key, (before) => [{ ...before, ...more }])}
          onUnpacked={(files) => put(row.key, () => files.map(chosenInside))}
          onRemove={() => put(row.key, () => [])}
        />
      ))}
    </section>
  );
}
