/** One file on its way: sending, what was found in it, its import, its result. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import type { UploadChoices, UploadImport, UploadPreview } from '../api/types-import';
import { uploadFile } from '../api/upload';
import { Button } from '../components/button';
import { FormError } from '../components/form';
import { t } from '../i18n';
import { addressHere } from '../router';
import { FileReading, type Reading } from './import-reading';
import { saveRefusedRows } from './import-refused';

const largest = 500 * 1024 * 1024;
const watchMs = 1_500;
const percentOf = (part: number, whole: number) =>
  whole === 0 ? 100 : Math.min(100, Math.floor((100 * part) / whole));
const over = ({ status }: UploadImport) => status === 'done' || status === 'dead' || status === 'cancelled';

interface UploadRowProps {
  readonly file: File;
  readonly onImported: () => void;
  readonly onRemove: () => void;
}

/** Why a file is not sent at all. */
const refusal = ({ size }: File) => (size === 0 ? t('upload.empty') : size > largest ? t('upload.large') : undefined);

export function UploadRow({ file, onImported, onRemove }: UploadRowProps) {
  const [bytes, setBytes] = useState(0);
  const [uploadId, setUploadId] = useState<string>();
  const [preview, setPreview] = useState<UploadPreview>();
  const [importId, setImportId] = useState<string>();
  const [error, setError] = useState<ApiError>();
  const stop = useRef(new AbortController());
  const failed = (caught: unknown) => caught instanceof ApiError && setError(caught);
  const refused = refusal(file);

  const choices = (id: string, reading: Reading): UploadChoices => ({
    uploadId: id,
    fileName: file.name,
    modifiedAt: file.lastModified,
    ...reading,
  });
  const look = async (id: string, reading: Reading) => {
    setError(undefined);
    setPreview(await call('preview_import', choices(id, reading)));
  };
  const start = (reading: Reading) => {
    if (uploadId === undefined) return;
    call('start_import', choices(uploadId, reading)).then(({ importId: id }) => setImportId(id), failed);
  };
  useEffect(() => {
    if (refused !== undefined) return;
    const { signal } = stop.current;
    uploadFile(file, setBytes, signal)
      .then(async (id) => {
        setUploadId(id);
        await look(id, {});
      })
      .catch(failed);
    return () => stop.current.abort();
  }, []);

  return (
    <article class="form">
      <p class="wrap-anywhere" dir="auto">
        <b>{file.name}</b>
      </p>
      <FormError error={error} />
      {refused !== undefined && <p role="alert">{refused}</p>}
      {importId !== undefined && <Progress importId={importId} onEnd={onImported} />}
      {importId === undefined && preview && uploadId !== undefined && (
        <FileReading
          preview={preview}
          onLook={(reading) => void look(uploadId, reading).catch(failed)}
          onStart={start}
        />
      )}
      {refused === undefined && !preview && !error && (
        <p role="status">
          {uploadId === undefined ? t('upload.sending', { percent: percentOf(bytes, file.size) }) : t('upload.looking')}
        </p>
      )}
      <div class="form-end">
        <Button onClick={onRemove}>{t('upload.remove')}</Button>
      </div>
    </article>
  );
}

function Progress({ importId, onEnd }: { readonly importId: string; readonly onEnd: () => void }) {
  const [found, setFound] = useState<UploadImport>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = () =>
      call('get_import', { importId }).then(
        (answer) => {
          if (gone) return;
          setError(undefined);
          setFound(answer);
          if (over(answer)) onEnd();
          else timer = setTimeout(ask, watchMs);
        },
        (caught: unknown) => {
          if (gone) return;
          if (caught instanceof ApiError) setError(caught);
          timer = setTimeout(ask, watchMs * 4);
        },
      );
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [importId]);
  const result = found?.status === 'done' ? found.result : null;
  return (
    <>
      <FormError error={error} />
      <p role="status">{found ? sentenceOf(found) : t('upload.queued')}</p>
      <div class="row-of">
        {result?.batchId && (
          <a class="text-link" href={addressHere(`import/${result.batchId}`)}>
            {t('upload.result')}
          </a>
        )}
        {result?.listed && (
          <Button
            icon="download"
            onClick={() =>
              void saveRefusedRows(importId).catch((caught: unknown) => caught instanceof ApiError && setError(caught))
            }
          >
            {t('upload.refused')}
          </Button>
        )}
      </div>
    </>
  );
}

function sentenceOf({ status, error, progress, result }: UploadImport): string {
  if (status === 'dead' || status === 'cancelled') return t('upload.failed', { reason: error ?? '' });
  if (status === 'done' && result) {
    if (result.failure) return t('upload.failed', { reason: result.failure });
    return t('upload.done', { leads: result.leadsNew, refused: result.refused });
  }
  if (status !== 'running' || !progress) return t('upload.queued');
  const { stage, bytes, totalBytes, done } = progress;
  return stage === 'scoring'
    ? t('upload.scoring', { done })
    : t('upload.reading', { percent: percentOf(bytes, totalBytes), done });
}
