/** Importing files: each is sent, looked at, imported when somebody says so, and followed to its end. */
import { useId, useState } from 'preact/hooks';
import { t } from '../i18n';
import { UploadRow } from './import-file';

interface Chosen {
  readonly key: number;
  readonly file: File;
}

let chosenSoFar = 0;

export function UploadBox({ onImported }: { readonly onImported: () => void }) {
  const id = useId();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const add = (files: FileList | null | undefined) => {
    const added = [...(files ?? [])].map((file) => ({ key: (chosenSoFar += 1), file }));
    setChosen((before) => [...before, ...added]);
  };
  return (
    <section
      class="form"
      aria-label={t('upload.title')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
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
      {chosen.map(({ key, file }) => (
        <UploadRow
          key={key}
          file={file}
          onImported={onImported}
          onRemove={() => setChosen((before) => before.filter((one) => one.key !== key))}
        />
      ))}
    </section>
  );
}
