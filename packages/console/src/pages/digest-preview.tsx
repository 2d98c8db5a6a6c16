/** What a digest would say if it were sent now: the service's own text, shown as plain text. */
import type { Digest, Input } from '../api/operations';
import { useRead } from '../api/read';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { Bones, ErrorState } from '../components/states';
import { t } from '../i18n';

export function DigestPreview({ of }: { readonly of: Input<'preview_digest'> }) {
  const preview = useRead('preview_digest', of);
  if (!preview.data) {
    return preview.error ? <ErrorState error={preview.error} again={preview.again} /> : <Bones rows={3} />;
  }
  const { data } = preview.data;
  if (!data) return <p class="notice">{t('digests.nothing-new')}</p>;
  return (
    <section class="digest-preview" role="region" aria-label={t('digests.preview-title')} tabIndex={0}>
      <strong dir="auto">{data.subject}</strong>
      <pre dir="auto">{data.text}</pre>
    </section>
  );
}

export function PreviewDialog({ digest, onClose }: { readonly digest: Digest; readonly onClose: () => void }) {
  return (
    <Dialog wide title={t('digests.preview-title')} onClose={onClose}>
      <div class="form">
        <DigestPreview of={{ id: digest.id }} />
        <p class="form-end">
          <Button onClick={onClose}>{t('action.close')}</Button>
        </p>
      </div>
    </Dialog>
  );
}
