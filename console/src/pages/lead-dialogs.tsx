/** Dialogs to snooze, assign and note, for actions on leads that need more input. */
import { useState } from 'preact/hooks';
import { useRead } from '../api/read';
import { session } from '../api/session';
import { snoozeDays } from '../api/lead-actions';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { useTask } from '../components/task';
import { day, t } from '../i18n';

interface DialogProps<Answer> {
  readonly onClose: () => void;
  readonly onDone: (answer: Answer) => void;
}

export function SnoozeDialog({ onClose, onDone }: DialogProps<string>) {
  const days = snoozeDays();
  const [date, setDate] = useState('');
  const choices = [
    ['snooze.tomorrow', days.tomorrow],
    ['snooze.monday', days.monday],
    ['snooze.week', days.week],
    ['snooze.month', days.month],
  ] as const;
  return (
    <Dialog title={t('snooze.title')} onClose={onClose}>
      <ul class="choices">
        {choices.map(([key, value]) => (
          <li key={key}>
            <Button onClick={() => onDone(value)}>
              {t(key)} <span class="quiet">{day(`${value}T12:00:00`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <form
        class="row-of until"
        onSubmit={(event) => {
          event.preventDefault();
          if (date) onDone(date);
        }}
      >
        <TextField label={t('snooze.until')} type="date" value={date} onInput={setDate} min={days.tomorrow} required />
        <Button type="submit">{t('snooze.do')}</Button>
      </form>
    </Dialog>
  );
}

/** A person of the workspace, or nobody. */
export interface Assignee {
  readonly id: string | null;
  readonly name: string;
}

export function AssignDialog({ onClose, onDone }: DialogProps<Assignee>) {
  const { data, error } = useRead('list_members', {});
  const me = session.value?.person;
  const own: Assignee[] = me ? [{ id: me.id, name: t('assign.me') }] : [];
  const others = (data?.data ?? [])
    .filter(({ active, userId }) => active && userId !== me?.id)
    .map(({ userId, displayName }) => ({ id: userId, name: displayName }));
  return (
    <Dialog title={t('assign.title')} onClose={onClose}>
      <ul class="choices">
        {[...own, ...others, { id: null, name: t('lead.nobody') }].map((person) => (
          <li key={person.id}>
            <Button onClick={() => onDone(person)}>
              <span dir="auto" class="cut">
                {person.name}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {!data && !error && <p class="quiet">{t('state.loading')}</p>}
    </Dialog>
  );
}

interface NoteDialogProps {
  readonly note: string;
  readonly onClose: () => void;
  /** If it throws, the error is shown, and the dialog stays with what was typed. */
  readonly save: (note: string) => Promise<void>;
}

export function NoteDialog({ note, onClose, save }: NoteDialogProps) {
  const [text, setText] = useState(note);
  const task = useTask();
  return (
    <Dialog title={t('note.title')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(() => save(text.trim()));
        }}
      >
        <FormError error={task.error} />
        <TextField
          label={t('note.label')}
          hint={t('note.hint')}
          value={text}
          onInput={setText}
          rows={5}
          maxLength={1000}
        />
        <div class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
