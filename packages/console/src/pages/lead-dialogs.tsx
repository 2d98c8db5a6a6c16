/** Dialogs for actions on leads that need more input. Each names whom it is about. */
import { useState } from 'preact/hooks';
import { useRead } from '../api/read';
import { session } from '../api/session';
import { snoozeDays } from '../api/lead-actions';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { useShortcuts } from '../components/shortcuts';
import { useTask } from '../components/task';
import { day, t } from '../i18n';

interface DialogProps<Answer> {
  /** Whom the action is about. */
  readonly who: string;
  readonly onClose: () => void;
  readonly onDone: (answer: Answer) => void;
}

export function SnoozeDialog({ who, onClose, onDone }: DialogProps<string>) {
  const days = snoozeDays();
  const [date, setDate] = useState('');
  const choices = (
    [
      ['snooze.tomorrow', days.tomorrow],
      ['snooze.monday', days.monday],
      ['snooze.week', days.week],
      ['snooze.month', days.month],
    ] as const
  ).filter(([, value], at, all) => all.findIndex(([, other]) => other === value) === at);
  return (
    <Dialog title={t('snooze.title', { who })} onClose={onClose}>
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

export function AssignDialog({ who, onClose, onDone }: DialogProps<Assignee>) {
  const { data, error } = useRead('list_members', {});
  const me = session.value?.person;
  const own: Assignee[] = me ? [{ id: me.id, name: t('assign.me') }] : [];
  const others = (data?.data ?? [])
    .filter(({ active, userId }) => active && userId !== me?.id)
    .map(({ userId, displayName }) => ({ id: userId, name: displayName }));
  return (
    <Dialog title={t('assign.title', { who })} onClose={onClose}>
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
  readonly who: string;
  readonly note: string;
  readonly onClose: () => void;
  /** If it throws, the error is shown, and the dialog stays with what was typed. */
  readonly save: (note: string) => Promise<void>;
}

export function NoteDialog({ who, note, onClose, save }: NoteDialogProps) {
  const [text, setText] = useState(note);
  const task = useTask();
  return (
    <Dialog title={t('note.title', { who })} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(() => save(text.trim()));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (!task.busy) event.currentTarget.requestSubmit();
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

const reasons = ['competitor', 'student', 'wrong_person', 'other'] as const;
export type Reason = (typeof reasons)[number];

/** Offered after the lead was set aside: closing it leaves the lead without a reason. The message with Undo lies below it. */
export function ReasonDialog({
  who,
  onClose,
  onDone,
  onUndo,
}: DialogProps<Reason> & {
  readonly onUndo: () => void;
}) {
  useShortcuts({ u: { act: onUndo, text: 'action.undo', inDialog: true } });
  return (
    <Dialog title={t('reason.title', { who })} onClose={onClose}>
      <p class="quiet">{t('reason.hint')}</p>
      <ul class="choices">
        {reasons.map((reason) => (
          <li key={reason}>
            <Button onClick={() => onDone(reason)}>{t(`reason.${reason}`)}</Button>
          </li>
        ))}
      </ul>
      <div class="form-end">
        <Button keyboard="u" onClick={onUndo}>
          {t('action.undo')}
        </Button>
        <Button onClick={onClose}>{t('reason.none')}</Button>
      </div>
    </Dialog>
  );
}

/** Somebody else changed the lead after it was shown. */
export function MeanwhileDialog({ who, onClose, onDone }: Omit<DialogProps<never>, 'onDone'> & { onDone: () => void }) {
  return (
    <Dialog title={t('meanwhile.title', { who })} onClose={onClose}>
      <p>{t('meanwhile.text')}</p>
      <div class="form-end">
        <Button onClick={onClose}>{t('meanwhile.leave')}</Button>
        <Button kind="main" onClick={onDone}>
          {t('meanwhile.do')}
        </Button>
      </div>
    </Dialog>
  );
}
