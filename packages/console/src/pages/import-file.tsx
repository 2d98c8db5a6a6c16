/** One file: uploading, unpacking, its preview, its import. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import type { UploadChoices, UploadPreview } from '../api/operations';
import { unpackUpload, uploadFile, type Unpacked } from '../api/upload';
import { Button } from '../components/button';
import { FormError } from '../components/form';
import { t } from '../i18n';
import type { ChosenFile } from './import-files';
import { ImportProgress, percentOf } from './import-progress';
import { FileReading, type Reading } from './import-reading';

const largest = 500 * 1024 * 1024;

interface UploadRowProps {
  readonly chosen: ChosenFile;
  readonly onChange: (more: Pick<ChosenFile, 'uploadId' | 'importId' | 'reading'>) => void;
  readonly onUnpacked: (files: readonly Unpacked[]) => void;
  readonly onImported: () => void;
  readonly onRemove: () => void;
}

/** Why a file is not uploaded at all. */
function refusal({ file, uploadId }: ChosenFile): string | undefined {
  if (uploadId !== undefined) return undefined;
  if (!file) return t('upload.again');
  if (file.size === 0) return t('upload.empty');
  return file.size > largest ? t('upload.large') : undefined;
}

export function UploadRow({ chosen, onChange, onUnpacked, onImported, onRemove }: UploadRowProps) {
  const { file, fileName, modifiedAt, uploadId, importId } = chosen;
  const [bytes, setBytes] = useState(0);
  const [preview, setPreview] = useState<UploadPreview>();
  const [error, setError] = useState<ApiError>();
  const stop = useRef(new AbortController());
  /** The number of the latest preview. Answers to earlier ones are not shown. */
  const looks = useRef(0);
  const failed = (caught: unknown) => caught instanceof ApiError && setError(caught);
  const refused = refusal(chosen);

  const choices = (id: string, reading: Reading): UploadChoices => ({ uploadId: id, fileName, modifiedAt, ...reading });
  const send = async (of: File) => {
    const id = await uploadFile(of, setBytes, stop.current.signal);
    onChange({ uploadId: id });
    return id;
  };
  /** The upload in place of one that went. The erasure of a person removes the files that wait, so one that is still here is sent again. */
  const sentAgain = useRef<{ readonly inPlaceOf: string; readonly id: Promise<string> } | undefined>(undefined);
  const withUpload = async <Answer,>(id: string, work: (id: string) => Promise<Answer>): Promise<Answer> => {
    try {
      return await work(id);
    } catch (caught) {
      if (!(caught instanceof ApiError) || caught.status !== 404) throw caught;
      if (!file) {
        onChange({ uploadId: undefined });
        throw caught;
      }
      // Several calls may miss it at once. It may go again, or not arrive: then the next call sends it once more.
      if (sentAgain.current?.inPlaceOf !== id) sentAgain.current = { inPlaceOf: id, id: send(file) };
      const { id: there } = sentAgain.current;
      return work(
        await there.catch((lost: unknown) => {
          sentAgain.current = undefined;
          throw lost;
        }),
      );
    }
  };
  const look = async (id: string, reading: Reading) => {
    const turn = (looks.current += 1);
    setError(undefined);
    await withUpload(id, async (there) => {
      const found = await call('preview_import', choices(there, reading), stop.current.signal);
      if (looks.current === turn) setPreview(found);
      if (found.archive) onUnpacked(await unpackUpload(there));
    });
  };
  useEffect(() => {
    if (refused !== undefined || importId !== undefined) return;
    const sent = uploadId === undefined && file ? send(file) : Promise.resolve(uploadId ?? '');
    sent.then((id) => look(id, {})).catch(failed);
    return () => stop.current.abort();
  }, []);
  const start = (reading: Reading) => {
    if (uploadId === undefined) return;
    withUpload(uploadId, (id) => call('start_import', choices(id, reading))).then(
      ({ importId: id }) => onChange({ importId: id }),
      failed,
    );
  };

  const waits = refused === undefined && importId === undefined && (!preview || preview.archive) && !error;
  const sends = uploadId === undefined;
  return (
    <article class="form card">
      <h2 class="wrap-anywhere" dir="auto">
        {fileName}
      </h2>
      {refused === undefined ? <FormError error={error} /> : <p role="alert">{refused}</p>}
      {importId !== undefined && <ImportProgress importId={importId} onEnd={onImported} />}
      {importId === undefined && preview && !preview.archive && uploadId !== undefined && (
        <FileReading
          preview={preview}
          before={chosen.reading}
          onChoice={(reading) => onChange({ reading })}
          onLook={(reading) => void look(uploadId, reading).catch(failed)}
          onStart={start}
        />
      )}
      {waits && (
        <p role="status">
          {sends && file && t('upload.sending', { percent: percentOf(bytes, file.size) })}
          {!sends && (preview?.archive ? t('upload.unpacking') : t('upload.looking'))}
        </p>
      )}
      {waits && sends && file && <progress max={file.size} value={bytes} aria-label={fileName} />}
      <div class="form-end">
        <Button onClick={onRemove}>{t('upload.remove')}</Button>
      </div>
    </article>
  );
}
