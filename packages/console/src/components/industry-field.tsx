/** Industries, chosen from the network's list by typing a part of a name. What the list does not hold is not taken. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../api/client';
import { t } from '../i18n';
import { TextField } from './form';
import { Button } from './button';

interface Found {
  readonly data: { readonly industries: readonly string[]; readonly named: string | null };
}

/** @param workspaceId set where the address has none yet. */
export function IndustryField(props: {
  readonly label: string;
  readonly workspaceId: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}) {
  const { workspaceId, values, onChange } = props;
  const [text, setText] = useState('');
  const [offered, offer] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  // What is typed and not chosen would be lost without a word: the form waits for it.
  useEffect(() => {
    box.current?.querySelector('input')?.setCustomValidity(text.trim() === '' ? '' : t('icp.industry-choose'));
  }, [text]);
  const find = (search: string) =>
    request<Found>(`${workspaceId}/find_industries`, { body: { search } }).then(({ data }) => data);
  const add = (industry: string) => {
    setText('');
    offer([]);
    setWrong(undefined);
    if (!values.includes(industry)) onChange([...values, industry]);
  };
  const take = async () => {
    if (text.trim() === '') return;
    const { industries, named } = await find(text);
    // One industry alone with these letters is meant, too.
    const [first, ...others] = industries;
    const meant =
      named ?? (others.length === 0 && first?.toLowerCase().includes(text.trim().toLowerCase()) ? first : null);
    if (meant) return add(meant);
    offer(industries);
    setWrong(t(industries.length > 0 ? 'icp.industry-unknown' : 'icp.industry-none', { text }));
  };
  return (
    <div
      ref={box}
      class="chosen-list"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void take();
      }}
    >
      <TextField
        label={props.label}
        hint={t('icp.industries-hint')}
        value={text}
        wrong={wrong}
        onInput={(value) => {
          setText(value);
          setWrong(undefined);
          if (value.trim().length < 2) offer([]);
          else void find(value).then(({ industries }) => offer(industries));
        }}
      />
      {offered.length > 0 && (
        <p class="row-of">
          {offered.map((industry) => (
            <Button key={industry} icon="plus" onClick={() => add(industry)}>
              {industry}
            </Button>
          ))}
        </p>
      )}
      {values.length > 0 && (
        <ul class="row-of">
          {values.map((industry) => (
            <li key={industry}>
              <Button
                icon="close"
                title={t('icp.industry-remove', { text: industry })}
                onClick={() => onChange(values.filter((one) => one !== industry))}
              >
                {industry}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
