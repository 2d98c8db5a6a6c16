/** Form fields: label, control, hint and error, connected for screen readers. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import type { ApiError } from '../api/client';
import { errorText } from './states';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** The error of this field. */
  readonly wrong?: string | undefined;
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: keyof typeof inputs;
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'email' | 'name' | 'off';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
  /** Makes the field multi-line, with this many lines at first. */
  readonly rows?: number;
  readonly autofocus?: boolean;
}

type Attributes = Omit<InputHTMLAttributes, 'type' | 'role' | 'list'>;

/** Preact's types differ by input type, so each input type is written once. */
const inputs = {
  text: (props: Attributes) => <input {...props} type="text" />,
  email: (props: Attributes) => <input {...props} type="email" />,
  password: (props: Attributes) => <input {...props} type="password" />,
  search: (props: Attributes) => <input {...props} type="search" />,
  number: (props: Attributes) => <input {...props} type="number" />,
  date: (props: Attributes) => <input {...props} type="date" />,
  url: (props: Attributes) => <input {...props} type="url" />,
  time: (props: Attributes) => <input {...props} type="time" />,
};

const describedBy = (id: string, { hint, wrong }: FieldProps) =>
  [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ') || undefined;

function Below({ id, hint, wrong }: FieldProps & { readonly id: string }) {
  return (
    <>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}

export function TextField(props: TextFieldProps) {
  const id = useId();
  const { label, value, onInput, type = 'text', rows, autofocus, wrong } = props;
  const Typed = inputs[type];
  const shared = {
    id,
    class: 'input',
    value,
    required: props.required,
    maxLength: props.maxLength,
    'aria-invalid': wrong ? ('true' as const) : undefined,
    'aria-describedby': describedBy(id, props),
    autofocus,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? (
        <textarea {...shared} rows={rows} onInput={(event) => onInput(event.currentTarget.value)} />
      ) : (
        <Typed
          {...shared}
          min={props.min}
          max={props.max}
          autocomplete={props.autocomplete}
          onInput={(event: InputEvent) => {
            if (event.currentTarget instanceof HTMLInputElement) onInput(event.currentTarget.value);
          }}
        />
      )}
      <Below {...props} id={id} />
    </div>
  );
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** What choosing it means. Shown beside checkboxes. */
  readonly hint?: string;
}

export function SelectField(
  props: FieldProps & {
    readonly value: string;
    readonly choices: readonly Choice[];
    readonly onChange: (value: string) => void;
  },
) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        class="input"
        value={props.value}
        aria-describedby={describedBy(id, props)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        {props.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Below {...props} id={id} />
    </div>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly hint?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, hint, checked, disabled, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** Several of a few values. */
export function CheckGroup<Value extends string>(props: {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly values: readonly Value[];
  readonly onChange: (values: Value[]) => void;
}) {
  const { legend, choices, values, onChange } = props;
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <Check
          key={value}
          label={label}
          {...(hint === undefined ? {} : { hint })}
          checked={values.includes(value)}
          onChange={(checked) => onChange(checked ? [...values, value] : values.filter((one) => one !== value))}
        />
      ))}
    </fieldset>
  );
}

/** The server's refusal, shown above the buttons of a form. */
export function FormError({ error }: { readonly error: ApiError | undefined }) {
  if (!error) return null;
  return (
    <div class="notice bad" role="alert">
      {error.details.length > 1 ? (
        <ul>
          {error.details.map((detail) => (
            <li key={detail.path}>{detail.message}</li>
          ))}
        </ul>
      ) : (
        (error.details[0]?.message ?? errorText(error))
      )}
    </div>
  );
}
