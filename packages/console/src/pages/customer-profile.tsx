/** The ideal customer profile as a form: the current one, what a change would do and to whom, and earlier ones. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { companySizes, definitionWith, valuesOf, type ProfileValues } from '../api/icp';
import { useRead } from '../api/read';
import { may } from '../api/session';
import type { IcpPreview, TitleGaps } from '../api/operations';
import { Button } from '../components/button';
import { CheckGroup, FormError, SelectField, TextField } from '../components/form';
import { IndustryField } from '../components/industry-field';
import { Page } from '../components/page';
import { Bones, ErrorState, errorText } from '../components/states';
import { Table } from '../components/table';
import { say } from '../components/toast';
import { label, languageName, moment, number, t } from '../i18n';
import { workspaceId } from '../router';
import { allowLeaving, useUnsaved } from '../components/unsaved';
import { Preview } from './customer-profile-preview';

const seniorities = ['owner', 'cxo', 'partner', 'vp', 'director', 'manager', 'senior', 'entry'];
const functions = [
  'management',
  'sales',
  'marketing',
  'product',
  'engineering',
  'it',
  'data',
  'design',
  'operations',
  'procurement',
  'finance',
  'legal',
  'hr',
  'support',
  'consulting',
];
const criteria = ['role', 'location', 'industry', 'size'] as const;
const importances = ['must', 'should', 'nice'] as const;

const named = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: label(group, value) }));

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function Lines(props: {
  readonly label: string;
  readonly hint: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** Where a line may hold several entries by mistake: what stands between them. A `;` does in every list, and is split by itself. */
  readonly between?: RegExp;
}) {
  const { between, values, onChange } = props;
  const [text, setText] = useState(values.join('\n'));
  const put = (value: string) => {
    const split = value.replace(/\s*;\s*/g, '\n');
    setText(split);
    onChange(linesOf(split));
  };
  const several = between ? values.filter((line) => between.test(line)) : [];
  return (
    <div>
      <TextField label={props.label} hint={props.hint} rows={4} value={text} onInput={put} />
      {between && several.length > 0 && (
        <div class="notice" role="status">
          {t('icp.several', { count: several.length, titles: several.join(', ') })}
          <p>
            <Button onClick={() => put(values.flatMap((line) => line.split(between)).join('\n'))}>
              {t('icp.split')}
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}

/** Between two titles on one line: "CRO / Head of Sales", "CRO|VP Sales". */
const betweenTitles = /\s*[/|]\s*/;

interface FormProps {
  readonly values: ProfileValues;
  readonly onChange: (values: ProfileValues) => void;
}

function Fields({ values, onChange }: FormProps) {
  const set = (change: Partial<ProfileValues>) => onChange({ ...values, ...change });
  return (
    <>
      <section class="card">
        <h2>{t('criterion.role')}</h2>
        <Lines
          label={t('icp.titles')}
          hint={t('icp.titles-hint')}
          values={values.titles}
          onChange={(titles) => set({ titles })}
          between={betweenTitles}
        />
        <Lines
          label={t('icp.field-words')}
          hint={t('icp.field-words-hint')}
          values={values.fieldWords}
          onChange={(fieldWords) => set({ fieldWords })}
        />
        <div class="two">
          <CheckGroup
            legend={t('icp.seniorities')}
            choices={named('seniority', seniorities)}
            values={values.seniorities}
            onChange={(next) => set({ seniorities: next })}
          />
          <CheckGroup
            legend={t('icp.functions')}
            choices={named('function', functions)}
            values={values.functions}
            onChange={(next) => set({ functions: next })}
          />
        </div>
      </section>
      <section class="card">
        <h2>{t('column.company')}</h2>
        <div class="two">
          <IndustryField
            label={t('icp.industries')}
            workspaceId={workspaceId.value ?? ''}
            values={values.industries}
            onChange={(industries) => set({ industries })}
          />
          <Lines
            label={t('icp.countries')}
            hint={t('icp.countries-hint')}
            values={values.countries}
            onChange={(countries) => set({ countries })}
          />
        </div>
        <CheckGroup
          legend={t('icp.sizes')}
          choices={companySizes.map((value) => ({ value, label: value }))}
          values={values.sizes}
          onChange={(next) => set({ sizes: next })}
        />
        <Lines
          label={t('icp.excluded')}
          hint={t('icp.excluded-hint')}
          values={values.excludedCompanies}
          onChange={(next) => set({ excludedCompanies: next })}
        />
      </section>
      <section class="card">
        <h2>{t('icp.importance')}</h2>
        <p class="quiet">{t('icp.importance-hint')}</p>
        <div class="four">
          {criteria.map((criterion) => (
            <SelectField
              key={criterion}
              label={label('criterion', criterion)}
              value={values.importance[criterion]}
              choices={named('importance', importances)}
              onChange={(value) => {
                const chosen = importances.find((one) => one === value);
                if (chosen) set({ importance: { ...values.importance, [criterion]: chosen } });
              }}
            />
          ))}
        </div>
      </section>
    </>
  );
}

function Versions({
  current,
  onLoad,
}: {
  readonly current: number;
  readonly onLoad: (definition: Readonly<Record<string, unknown>>) => void;
}) {
  const { data } = useRead('list_icp_versions', {});
  const load = (version: number) => {
    call('get_icp', { version }).then(
      ({ data: icp }) => icp && onLoad(icp.definition),
      (error: unknown) => error instanceof ApiError && say(errorText(error)),
    );
  };
  if (!data || data.data.length < 2) return null;
  return (
    <details class="card">
      <summary>{t('icp.versions')}</summary>
      <ul>
        {data.data.map(({ version, savedAt }) => (
          <li key={version} class="row-of">
            <span>
              {t('icp.version', { version })} · {moment(savedAt)}
            </span>
            {version === current ? (
              <span class="quiet">{t('icp.in-force')}</span>
            ) : (
              <Button kind="plain" onClick={() => load(version)}>
                {t('icp.load')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Where listed titles are not found, with titles of own people to add. */
function Titles(props: { readonly found: TitleGaps; readonly onAdd: (title: string) => void }) {
  const { gaps, offers } = props.found;
  return (
    <section class="card" aria-labelledby="title-gaps">
      <h2 id="title-gaps">{t('icp.gaps')}</h2>
      <ul>
        {gaps.map(({ title, languages }) => (
          <li key={title}>
            {t('icp.gap', {
              title,
              languages: languages.map(({ code, people }) => `${languageName(code)} (${number(people)})`).join(', '),
            })}
          </li>
        ))}
      </ul>
      {offers.length > 0 && (
        <Table
          caption={t('icp.offers')}
          columns={[
            { key: 'title', head: t('audience.by-title'), cell: ({ title }) => <span dir="auto">{title}</span> },
            { key: 'language', head: t('account.language'), cell: ({ code }) => languageName(code) },
            {
              key: 'people',
              head: t('icp.offer-people'),
              cell: ({ people, named }) => (
                <>
                  {number(people)}: <span dir="auto">{named.map(({ name }) => name).join(', ')}</span>
                </>
              ),
            },
            {
              key: 'add',
              head: null,
              label: t('icp.offer-add'),
              cell: ({ title }) => (
                <Button title={t('icp.offer-add-named', { title })} onClick={() => props.onAdd(title)}>
                  {t('icp.offer-add')}
                </Button>
              ),
            },
          ]}
          rows={offers}
          rowKey={({ title }) => title}
        />
      )}
    </section>
  );
}

interface EditorProps {
  readonly version: number;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly onSaved: () => void;
}

function Editor({ version, definition, onSaved }: EditorProps) {
  const [base, setBase] = useState({ definition, turn: 0 });
  const [values, setValues] = useState(() => valuesOf(definition));
  const [preview, setPreview] = useState<IcpPreview>();
  const [gaps, setGaps] = useState<TitleGaps>();
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      if (caught instanceof ApiError) setError(caught);
    } finally {
      setBusy(false);
    }
  };
  const next = () => ({ definition: definitionWith(base.definition, values) });
  const shown = async () => {
    const { data } = await call('preview_icp', next());
    setPreview(data);
    // The preview stands by itself: a colleague may be looking at theirs just now, and one at a time is served.
    setGaps(undefined);
    await call('find_title_gaps', next()).then(
      (found) => setGaps(found.data),
      (caught: unknown) => {
        if (!(caught instanceof ApiError)) throw caught;
      },
    );
    return data.leads;
  };
  const changed = JSON.stringify(values) !== JSON.stringify(valuesOf(definition));
  useUnsaved(changed && may('changeIcp'), t('icp.leave'));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => {
          // Who would move is shown before it happens; without leads there is nobody.
          if (!preview && (await shown()) > 0) return;
          await call('set_icp', next());
          allowLeaving();
          say(t('icp.saved'));
          onSaved();
        });
      }}
    >
      {!may('changeIcp') && <p class="notice">{t('icp.read-only')}</p>}
      <fieldset class="form" disabled={!may('changeIcp')}>
        <Fields
          key={base.turn}
          values={values}
          onChange={(changed) => {
            setValues(changed);
            setPreview(undefined);
          }}
        />
      </fieldset>
      <FormError error={error} />
      {preview && <Preview preview={preview} />}
      {gaps && gaps.gaps.length > 0 && (
        <Titles
          found={gaps}
          onAdd={(title) => {
            setValues({ ...values, titles: [...values.titles, title] });
            setGaps({ ...gaps, offers: gaps.offers.filter((one) => one.title !== title) });
            setPreview(undefined);
            setBase({ definition: base.definition, turn: base.turn + 1 });
          }}
        />
      )}
      {may('changeIcp') && (
        <div class={preview ? 'form-end held' : 'form-end'}>
          {preview && preview.leads > 0 && <p role="status">{t('icp.look')}</p>}
          <Button
            disabled={busy}
            onClick={() =>
              void attempt(async () => {
                await shown();
              })
            }
          >
            {t('icp.preview')}
          </Button>
          <Button type="submit" kind="main" disabled={busy}>
            {t(preview && preview.leads > 0 ? 'icp.save-now' : 'action.save')}
          </Button>
        </div>
      )}
      <Versions
        current={version}
        onLoad={(loaded) => {
          setBase({ definition: loaded, turn: base.turn + 1 });
          setValues(valuesOf(loaded));
          setPreview(undefined);
        }}
      />
    </form>
  );
}

export function CustomerProfilePage() {
  const { data, error, again } = useRead('get_icp', {});
  return (
    <Page title={t('nav.customer-profile')} intro={t('icp.intro')}>
      {!data && (error ? <ErrorState error={error} again={again} /> : <Bones />)}
      {data && (
        <Editor
          key={data.data?.version ?? 0}
          version={data.data?.version ?? 0}
          definition={data.data?.definition ?? {}}
          onSaved={again}
        />
      )}
    </Page>
  );
}
