/** What a file contains, what it would change, and how to read it if that is not clear. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { UploadChoices, UploadPreview } from '../api/operations';
import { Button } from '../components/button';
import { SelectField, TextField } from '../components/form';
import { label, number, t } from '../i18n';
import { keepColumns, nothingChosen, storedColumns, type Chosen } from './import-columns';

export type Reading = Pick<UploadChoices, 'columns' | 'kind' | 'dateOrder' | 'encoding' | 'post'>;

interface FileReadingProps {
  readonly preview: UploadPreview;
  /** What was chosen for this file before the page was loaded again. */
  readonly before: Chosen | undefined;
  readonly onChoice: (chosen: Chosen) => void;
  readonly onLook: (reading: Reading) => void;
  readonly onStart: (reading: Reading) => void;
}

/** Encodings that a person may choose, of those that the service reads. */
const encodings = [
  ...['utf-8', 'windows-1252', 'macintosh', 'windows-1250', 'iso-8859-2', 'windows-1251', 'koi8-r', 'windows-1253'],
  ...[
    'windows-1254',
    'windows-1255',
    'windows-1256',
    'windows-1257',
    'shift_jis',
    'euc-jp',
    'gb18030',
    'big5',
    'euc-kr',
  ],
  ...['cp437', 'cp737', 'cp850', 'cp852', 'cp857', 'cp862', 'cp865', 'cp866'],
];

/** The initial choices: those made for this file or for the same columns before, otherwise the service's guess. */
function beginning({ columns, guessed, choices }: UploadPreview, before: Chosen | undefined) {
  if (before) return { chosen: before };
  if (choices.length === 0) return { chosen: nothingChosen };
  const stored = storedColumns(columns);
  if (stored) return { chosen: stored, from: 'kept' as const };
  const names = new Map(guessed?.columns.flatMap((name, at) => (name === null ? [] : [[at, name] as const])));
  if (names.size === 0) return { chosen: nothingChosen };
  return { chosen: { ...nothingChosen, names, kind: guessed?.kind ?? '' }, from: 'guessed' as const };
}

/** Columns are matched by name without punctuation, so it does no harm to remove the separators between pairs. */
function readingOf({ names, kind, dates, encoding, post }: Chosen, columns: readonly string[]): Reading {
  const pairs = [...names].map(([at, name]) => `${(columns[at] ?? '').replace(/[,=]/g, ' ')}=${name || '-'}`);
  return {
    ...(pairs.length === 0 ? {} : { columns: pairs.join(',') }),
    ...(kind === '' ? {} : { kind }),
    ...(dates === 'dmy' || dates === 'mdy' ? { dateOrder: dates } : {}),
    ...(encoding === '' ? {} : { encoding }),
    ...(post.trim() === '' ? {} : { post: post.trim() }),
  };
}

export function FileReading({ preview, before, onChoice, onLook, onStart }: FileReadingProps) {
  const [first] = useState(() => beginning(preview, before));
  const [chosen, setChosen] = useState(first.chosen);
  const [unguessed] = useState(preview);
  /** The columns that were guessed are looked at: what the file alone gave is no answer yet. */
  const looking = first.chosen !== nothingChosen && preview === unguessed;
  useEffect(() => {
    if (first.chosen !== nothingChosen) onLook(readingOf(first.chosen, preview.columns));
  }, []);
  const put = (more: Partial<Chosen>) => {
    const next = { ...chosen, ...more };
    setChosen(next);
    onChoice(next);
    onLook(readingOf(next, preview.columns));
  };
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** An address is looked at when it is complete, not after each letter. */
  const typePost = (post: string) => {
    const next = { ...chosen, post };
    setChosen(next);
    onChoice(next);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => onLook(readingOf(next, preview.columns)), 500);
  };
  const start = () => {
    clearTimeout(typing.current);
    if (chosen.names.size > 0 || chosen.kind !== '') keepColumns(preview.columns, chosen);
    onStart(readingOf(chosen, preview.columns));
  };
  const { problem, reasons, notes, choices, columns, readAs, refused } = preview;
  const isTable = preview.columns.length > 0;
  const known = preview.format !== null;
  const kinds = choices.find(({ name }) => name === 'kind')?.kinds ?? [];
  // Rows that are refused may be given a post: those that name none, also where a column names those of others.
  const namesNoPost = chosen.post !== '' || refused > 0 || problem !== null;
  const isOpen = choices.length > 0 && !(known && chosen.names.size === 0);
  const mapping = (
    <section class="form" aria-label={t('upload.mapping')}>
      <h3>{t('upload.mapping')}</h3>
      <p>
        {first.from && `${t(`upload.${first.from}`)} `}
        {t('upload.mapping-text')}
      </p>
      <SelectField
        label={t('upload.kind')}
        value={chosen.kind}
        onChange={(kind) => put({ kind })}
        choices={[
          { value: '', label: t('upload.kind-column') },
          ...kinds.map((one) => ({ value: one, label: label('row', one) })),
        ]}
      />
      <Mapping preview={preview} chosen={chosen} onChange={(names) => put({ names })} />
    </section>
  );
  return (
    <>
      {looking && <p role="status">{t('upload.looking')}</p>}
      {problem !== null && !looking && (
        <p role="alert">{!known && choices.length > 0 && chosen.names.size === 0 ? t('upload.unknown') : problem}</p>
      )}
      {problem !== null && !isTable && <p>{t('upload.as-table')}</p>}
      {problem === null && columns.length > 0 && !isOpen && <ReadColumns columns={columns} readAs={readAs} />}
      {choices.length > 0 && !isOpen && (
        <details>
          <summary>{t('upload.not-right')}</summary>
          {mapping}
        </details>
      )}
      {isOpen && mapping}
      {problem === null && <Brings preview={preview} />}
      {problem === null && preview.records.person > 0 && preview.records.engagement === 0 && (
        <p class="notice">{t('upload.only-people')}</p>
      )}
      {reasons.length > 0 && (
        <ul class="wrap-anywhere">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>{`${number(count)} × ${reason}`}</li>
          ))}
        </ul>
      )}
      <Notes notes={notes} />
      {columns.length > 0 && problem === null && chosen.names.size === 0 && <FirstRows preview={preview} />}
      {(problem === null || isTable) && (
        <>
          {namesNoPost && (
            <TextField
              label={t('upload.post')}
              hint={t('upload.post-hint')}
              type="url"
              value={chosen.post}
              onInput={typePost}
            />
          )}
          <details>
            <summary>{t('upload.dates')}</summary>
            <SelectField
              label={t('upload.dates')}
              value={chosen.dates}
              onChange={(dates) => put({ dates })}
              choices={[
                { value: '', label: t('upload.auto') },
                { value: 'dmy', label: t('upload.dates-dmy') },
                { value: 'mdy', label: t('upload.dates-mdy') },
              ]}
            />
          </details>
          <details>
            <summary>{t('upload.encoding')}</summary>
            <SelectField
              label={t('upload.encoding')}
              value={chosen.encoding}
              onChange={(encoding) => put({ encoding })}
              choices={[
                { value: '', label: t('upload.auto') },
                ...encodings.map((name) => ({ value: name, label: name })),
              ]}
            />
          </details>
          <div class="form-end">
            <Button kind="main" disabled={problem !== null} onClick={start}>
              {t('upload.start')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** What each used column became, and which columns are not used. */
function ReadColumns({ columns, readAs }: Pick<UploadPreview, 'columns' | 'readAs'>) {
  const used = columns.flatMap((column, at) => {
    const ours = readAs[at];
    return ours ? [`${column} → ${ours.includes('.') ? ours : label('column', ours)}`] : [];
  });
  const unused = columns.filter((_, at) => !readAs[at]);
  return (
    <section class="form" aria-label={t('upload.columns')}>
      {used.length > 0 && <p class="wrap-anywhere">{t('upload.used', { columns: used.join(' · ') })}</p>}
      {unused.length > 0 && <p class="wrap-anywhere">{t('upload.unused', { columns: unused.join(' · ') })}</p>}
    </section>
  );
}

/** Sentences about how a file was read. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <>
      {notes.map((note) => (
        <p class="quiet wrap-anywhere" key={note}>
          {note}
        </p>
      ))}
    </>
  );
}

/** What the rows contain, and what they would change in the workspace. */
function Brings({
  preview: { label: name, format, rows, whole, records, refused, expected },
}: Pick<FileReadingProps, 'preview'>) {
  return (
    <section class="form" aria-label={t('upload.preview')}>
      <h3>{t('upload.preview')}</h3>
      <p>
        {[
          format === 'generic' ? t('format.generic') : name,
          t(whole ? 'upload.preview-all' : 'upload.preview-part', { rows }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Figures
        figures={[
          [t('upload.engagements'), records.engagement],
          [t(records.engagement > 0 ? 'upload.described' : 'row.person'), records.person],
          [t('nav.posts'), records.post],
          [t('row.company'), records.company],
          [t('upload.states'), records.lead],
          [t('upload.unusable'), refused],
        ]}
      />
      {expected && (
        <>
          <h3>{t('upload.changes')}</h3>
          <Figures
            figures={[
              [t('upload.people-new'), expected.people.new],
              [t('upload.people-changed'), expected.people.changed],
              [t('upload.people-unchanged'), expected.people.unchanged],
              [t('upload.engagements-new'), expected.engagements.new],
              [t('upload.engagements-known'), expected.engagements.known],
              [t('upload.posts-new'), expected.posts.new],
              [t('upload.suppressed'), expected.suppressed],
            ]}
          />
          {!whole && <p class="quiet small">{t('upload.changes-part', { rows })}</p>}
          {whole && expected.people.new + expected.people.changed + expected.engagements.new === 0 && (
            <p class="quiet small">{t('upload.changes-none')}</p>
          )}
        </>
      )}
    </section>
  );
}

function Figures({ figures }: { readonly figures: readonly (readonly [name: string, count: number])[] }) {
  return (
    <dl class="figures">
      {figures
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
    </dl>
  );
}

interface MappingProps {
  readonly preview: UploadPreview;
  readonly chosen: Chosen;
  readonly onChange: (names: ReadonlyMap<number, string>) => void;
}

/** A row for each column of the table: its name, examples of its cells, and its meaning. */
function Mapping({ preview: { columns, firstRows, readAs, choices }, chosen, onChange }: MappingProps) {
  const offered = choices
    .filter(({ name, kinds }) => (chosen.kind === '' ? true : name !== 'kind' && kinds.includes(chosen.kind)))
    .map(({ name, required }) => ({
      name,
      text: `${label('column', name)}${required.includes(chosen.kind) ? ' *' : ''}`,
    }));
  const samplesOf = (at: number) =>
    [...new Set(firstRows.map((row) => row[at] ?? '').filter(Boolean))].slice(0, 2).join(' · ');
  const choose = (at: number, name: string) => {
    const names = new Map(
      [...chosen.names].filter(([other, taken]) => other !== at && (taken === '' || taken !== name)),
    );
    names.set(at, name);
    onChange(names);
  };
  return (
    <div class="table-box" role="region" aria-label={t('upload.mapping')} tabIndex={0}>
      <table class="mapping">
        <thead>
          <tr>
            <th scope="col">{t('upload.column')}</th>
            <th scope="col">{t('upload.means')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => (
            <tr key={at}>
              <th scope="row" dir="auto">
                {column}
                <small class="samples">{samplesOf(at)}</small>
              </th>
              <td>
                <select
                  class="input"
                  aria-label={t('upload.means-of', { column })}
                  value={offered.find(({ name }) => name === (chosen.names.get(at) ?? readAs[at]))?.name ?? ''}
                  onChange={(event) => choose(at, event.currentTarget.value)}
                >
                  <option value="">{t('upload.left')}</option>
                  {offered.map(({ name, text }) => (
                    <option key={name} value={name}>
                      {text}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FirstRows({ preview: { columns, firstRows } }: Pick<FileReadingProps, 'preview'>) {
  return (
    <details>
      <summary>{t('upload.first-rows')}</summary>
      <div class="table-box" tabIndex={0} role="region" aria-label={t('upload.first-rows')}>
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
