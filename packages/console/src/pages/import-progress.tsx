/** An import in the background: its progress, cancelling it, and its result. */
import { useEffect, useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import type { UploadImport } from '../api/operations';
import { forgetAnswers } from '../api/read';
import { Button, LinkButton } from '../components/button';
import { FormError } from '../components/form';
import { t } from '../i18n';
import { addressHere } from '../router';
import { saveRefusedRows } from './import-refused';
import { ImportOutcome } from './import-outcome';
import { Notes } from './import-reading';

const watchMs = 1_500;
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? 100 : Math.min(100, Math.floor((100 * part) / whole));
const over = ({ status }: UploadImport) => status === 'done' || status === 'dead' || status === 'cancelled';

/** Reads the import repeatedly until it has ended. */
function useImport(importId: string, onEnd: () => void) {
  const [found, setFound] = useState<UploadImport>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = new AbortController();
    const ask = () =>
      call('get_import', { importId }, stop.signal).then(
        (answer) => {
          if (stop.signal.aborted) return;
          setError(undefined);
          setFound(answer);
          if (over(answer)) {
            // What was read before the import is out of date.
            forgetAnswers();
            onEnd();
          } else timer = setTimeout(ask, watchMs);
        },
        (caught: unknown) => {
          if (stop.signal.aborted) return;
          if (caught instanceof ApiError) setError(caught);
          timer = setTimeout(ask, watchMs * 4);
        },
      );
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [importId]);
  return { found, error, setError };
}

export function ImportProgress({ importId, onEnd }: { readonly importId: string; readonly onEnd: () => void }) {
  const { found, error, setError } = useImport(importId, onEnd);
  const [asked, setAsked] = useState(false);
  const failed = (caught: unknown) => caught instanceof ApiError && setError(caught);
  const result = found?.status === 'done' || found?.status === 'dead' ? found.result : null;
  const nobodyEngaged =
    result &&
    !result.outcome &&
    result.failure === null &&
    result.leadsNew + result.leadsUpdated === 0 &&
    result.rowsRead > result.refused;
  const cancel = () => {
    setAsked(true);
    call('cancel_import', { importId }).catch((caught: unknown) => {
      setAsked(false);
      failed(caught);
    });
  };
  const runs = found === undefined || !over(found);
  const bytes = runs ? found?.progress : null;
  return (
    <>
      <FormError error={error} />
      <p role="status">{asked && runs ? t('upload.cancelling') : found ? sentenceOf(found) : t('upload.queued')}</p>
      {result?.outcome && <ImportOutcome outcome={result.outcome} />}
      {nobodyEngaged && <p class="notice">{t('outcome.only-people')}</p>}
      <Notes notes={result?.notes ?? []} />
      {bytes && <progress max={bytes.totalBytes} value={bytes.bytes} aria-label={t('upload.title')} />}
      <div class="row-of">
        {runs && (
          <Button disabled={asked} onClick={cancel}>
            {t('upload.cancel')}
          </Button>
        )}
        {result?.batchId && !nobodyEngaged && (
          <LinkButton kind="main" href={addressHere('leads')}>
            {t('upload.see-leads')}
          </LinkButton>
        )}
        {result?.batchId && (
          <a class="text-link" href={addressHere(`import/${result.batchId}`)}>
            {t('upload.result')}
          </a>
        )}
        {result?.listed && (
          <Button icon="download" onClick={() => void saveRefusedRows(importId).catch(failed)}>
            {t('upload.refused')}
          </Button>
        )}
      </div>
    </>
  );
}

function sentenceOf({ status, error, progress, result }: UploadImport): string {
  if (status === 'cancelled') return t('upload.cancelled');
  if (status === 'dead') return t('upload.failed', { reason: error ?? '' });
  if (status === 'done' && result) {
    if (result.failure) return t('upload.failed', { reason: result.failure });
    const { leadsNew, refused, undated } = result;
    return [
      t('upload.done', { count: leadsNew }),
      refused > 0 && t('upload.rows-unusable', { count: refused }),
      undated > 0 && t('upload.undated', { count: undated }),
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (status !== 'running' || !progress) return t('upload.queued');
  const { stage, bytes, totalBytes, done } = progress;
  return stage === 'scoring'
    ? t('upload.scoring', { done })
    : t('upload.reading', { percent: percentOf(bytes, totalBytes), done });
}
