/** What was found in a file, and how it shall be read where that is not clear. */
import { useState } from 'preact/hooks';
import type { UploadChoices, UploadPreview } from '../api/types-import';
import { Button } from '../components/button';
import { SelectField, TextField } from '../components/form';
import { t } from '../i18n';

export type Reading = Pick<UploadChoices, 'columns' | 'kind' | 'dateOrder'>;

const kinds = ['like', 'comment', 'repost', 'post', 'person', 'company', 'lead'] as const;

interface FileReadingProps {
  readonly preview: UploadPreview;
  readonly onLook: (reading: Reading) => void;
  readonly onStart: (reading: Reading) => void;
}

export function FileReading({ preview, onLook, onStart }: FileReadingProps) {
  const [columns, setColumns] = useState('');
  const [kind, setKind] = useState('');
  const [dates, setDates] = useState('');
  const reading: Reading = {
    ...(columns.trim() === '' ? {} : { columns }),
    ...(kind === '' ? {} : { kind }),
    ...(dates === 'dmy' || dates === 'mdy' ? { dateOrder: dates } : {}),
  };
  const { records, problem, reasons, rows, refused } = preview;
  return (
    <>
      {problem !== null ? (
        <p role="alert">{problem}</p>
      ) : (
        <p>
          {t('upload.found', {
            label: preview.label ?? '',
            rows,
            engagements: records.engagement,
            people: records.person + records.lead,
            posts: records.post,
            refused,
          })}
        </p>
      )}
      {reasons.length > 0 && (
        <ul class="wrap-anywhere">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>{`${count} × ${reason}`}</li>
          ))}
        </ul>
      )}
      {preview.columns.length > 0 && <FirstRows preview={preview} />}
      <details open={problem !== null}>
        <summary>{t('upload.mapping')}</summary>
        <div class="form">
          <TextField
            label={t('upload.mapping')}
            hint={t('upload.columns-hint')}
            value={columns}
            onInput={setColumns}
            autocomplete="off"
          />
          <SelectField
            label={t('upload.kind')}
            value={kind}
            onChange={setKind}
            choices={[
              { value: '', label: t('upload.kind-column') },
              ...kinds.map((one) => ({ value: one, label: one })),
            ]}
          />
          <SelectField
            label={t('upload.dates')}
            value={dates}
            onChange={setDates}
            choices={[
              { value: '', label: t('upload.dates-auto') },
              { value: 'dmy', label: t('upload.dates-dmy') },
              { value: 'mdy', label: t('upload.dates-mdy') },
            ]}
          />
        </div>
      </details>
      <div class="form-end">
        <Button onClick={() => onLook(reading)}>{t('upload.look')}</Button>
        <Button kind="main" disabled={problem !== null} onClick={() => onStart(reading)}>
          {t('upload.start')}
        </Button>
      </div>
    </>
  );
}

function FirstRows({ preview: { columns, firstRows } }: { readonly preview: UploadPreview }) {
  return (
    <details>
      <summary>{t('upload.first-rows')}</summary>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={t('upload.first-rows')}>
        <table>
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th key={at} scope="col" dir="auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {firstRows.map((row, line) => (
              <tr key={line}>
                {columns.map((_, at) => (
                  <td key={at} dir="auto">
                    {row[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
