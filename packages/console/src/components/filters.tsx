/** Filters of lists: a chip that opens its choices, and a search field that waits until the typing pauses. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { listIn, place, setQuery } from '../router';
import { Button } from './button';
import { CheckGroup, SelectField, TextField, type Choice } from './form';
import { Menu } from './menu';
import { daysAgo } from '../api/address-filters';

/** The chip's text while it filters. */
export function FilterChip(props: {
  readonly name: string;
  readonly value: string;
  readonly children: ComponentChildren;
}) {
  const { name, value, children } = props;
  return (
    <Menu look={value ? 'chip on' : 'chip'} summary={<span class="cut">{value ? `${name}: ${value}` : name}</span>}>
      {children}
    </Menu>
  );
}

/** Several of a few values, in one parameter. */
export function ListFilter(props: {
  readonly name: string;
  readonly parameter: string;
  readonly choices: readonly Choice[];
  /** What the list shows when the address says nothing. */
  readonly usual?: readonly string[];
}) {
  const { name, parameter, choices, usual = [] } = props;
  const given = listIn(parameter);
  const values = given.length === 0 ? usual : given;
  const shown = choices.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  return (
    <FilterChip name={name} value={shown.join(', ')}>
      <CheckGroup
        legend={name}
        choices={choices}
        values={values}
        onChange={(next) => setQuery({ [parameter]: next.join(',') })}
      />
    </FilterChip>
  );
}

/** One of a few values, or any. */
export function ChoiceFilter(props: {
  readonly name: string;
  readonly parameter: string;
  readonly choices: readonly Choice[];
}) {
  const { name, parameter, choices } = props;
  return (
    <SelectField
      label={name}
      value={place.value.query.get(parameter) ?? ''}
      choices={[{ value: '', label: t('leads.any') }, ...choices]}
      onChange={(value) => setQuery({ [parameter]: value })}
    />
  );
}

/** A parameter to type. It applies when the field loses focus or Enter is pressed. */
export function TypedFilter(props: {
  readonly name: string;
  readonly parameter: string;
  readonly type?: 'text' | 'number' | 'date';
}) {
  const { name, parameter, type = 'text' } = props;
  const inAddress = place.value.query.get(parameter) ?? '';
  const [value, setValue] = useState(inAddress);
  useEffect(() => setValue(inAddress), [inAddress]);
  const apply = () => {
    if (value !== inAddress) setQuery({ [parameter]: value.trim() });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      onFocusOut={apply}
    >
      <TextField label={name} type={type} value={type === 'date' ? value.slice(0, 10) : value} onInput={setValue} />
    </form>
  );
}

/** A span of days, from shortcuts or by its first and last day. */
export function TimeFilter({ name }: { readonly name: string }) {
  const from = place.value.query.get('dateFrom') ?? '';
  const to = place.value.query.get('dateTo') ?? '';
  const spans = [7, 30, 90];
  const span = to === '' ? spans.find((days) => daysAgo(days) === from) : undefined;
  const value = span ? t('leads.days', { count: span }) : [from, to].filter(Boolean).join(' – ');
  return (
    <FilterChip name={name} value={value}>
      {spans.map((days) => (
        <Button key={days} kind="plain" onClick={() => setQuery({ dateFrom: daysAgo(days), dateTo: null })}>
          {t('leads.days', { count: days })}
        </Button>
      ))}
      <TextField
        label={t('leads.from')}
        type="date"
        value={from.slice(0, 10)}
        onInput={(day) => setQuery({ dateFrom: day })}
      />
      <TextField
        label={t('leads.to')}
        type="date"
        value={to.slice(0, 10)}
        onInput={(day) => setQuery({ dateTo: day })}
      />
      <Button kind="plain" onClick={() => setQuery({ dateFrom: null, dateTo: null })}>
        {t('leads.any-time')}
      </Button>
    </FilterChip>
  );
}

const typingMs = 250;

/** A search field that asks when the typing pauses, and never delays the keys. */
export function SearchBox(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly parameter?: string;
}) {
  const { label, placeholder, parameter = 'search' } = props;
  const inAddress = place.value.query.get(parameter) ?? '';
  const [value, setValue] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(inAddress);
  useEffect(() => {
    // The address was changed in another way than by typing here: back, or a link.
    if (inAddress !== typed.current.trim()) setValue(inAddress);
    typed.current = inAddress;
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      class="input search"
      type="search"
      placeholder={placeholder}
      aria-label={label}
      value={value}
      maxLength={160}
      onInput={(event) => {
        const text = event.currentTarget.value;
        setValue(text);
        typed.current = text;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setQuery({ [parameter]: text.trim() }), typingMs);
      }}
    />
  );
}
