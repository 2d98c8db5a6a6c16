/** Sets up the agent: its schedule, in words and by its next runs, its credits, and its keywords. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { ApiError } from '../api/client';
import type { AgentLacks, AgentSetup } from '../api/operations';
import { whoSets } from '../api/operator';
import { useRead } from '../api/read';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, SelectField, TextField } from '../components/form';
import { useSettled } from '../components/settled';
import { useTask } from '../components/task';
import { momentIn, t } from '../i18n';
import { TimesFields, usual } from './schedule-fields';
import { ownZone, readSchedule, scheduleInWords, writeSchedule, zoneChoices } from './schedule-times';

interface TimesProps {
  readonly schedule: string;
  readonly timeZone: string;
}

/** A schedule in words, and as cron fields. */
export function Times({ schedule, timeZone }: TimesProps) {
  const words = scheduleInWords(schedule);
  return (
    <>
      {words ?? <code>{schedule}</code>}
      <small>{timeZone}</small>
    </>
  );
}

/** The next runs in the schedule's time zone, and in the reader's own if that differs. */
export function NextRuns({ nextRuns, timeZone }: { readonly nextRuns: readonly string[]; readonly timeZone: string }) {
  return (
    <ol class="next-runs">
      {nextRuns.map((time) => {
        const there = momentIn(time, timeZone);
        const here = momentIn(time);
        return (
          <li key={time}>
            <time dateTime={time}>{there}</time>
            {here !== there && <small>{t('agent.your-time', { time: here })}</small>}
          </li>
        );
      })}
    </ol>
  );
}

/** What the agent needs before it can run, each with who can give it. */
export function Lacks({ lacks }: { readonly lacks: AgentLacks }) {
  if (lacks.length === 0) return null;
  return (
    <div class="notice bad" role="note">
      <p>{t('agent.lacks')}</p>
      <ul>
        {lacks.map((one) => (
          <li key={one}>
            {t(`agent.lacks-${one}`)} {whoSets(one === 'source' ? 'DISCOVERY_SOURCE' : 'leadlight credits grant')}
          </li>
        ))}
      </ul>
    </div>
  );
}

const isAbout = (error: ApiError | undefined, field: string) => error?.details.some(({ path }) => path === field);

/** The result of the times typed so far: the schedule in words and the next runs, or what is allowed. */
function Outcome({ schedule, timeZone }: TimesProps) {
  const preview = useRead('preview_agent_schedule', schedule.trim() === '' ? null : { schedule, timeZone });
  const { error, data } = preview;
  if (isAbout(error, 'schedule')) {
    return (
      <div class="notice bad" role="alert">
        <p>{t('agent.schedule-wrong')}</p>
        <p>{t('agent.schedule-allowed')}</p>
      </div>
    );
  }
  if (error) return <FormError error={error} />;
  if (!data) return null;
  const words = scheduleInWords(schedule);
  return (
    <div class="notice" role="status">
      {words !== undefined && <strong>{words}</strong>}
      <p>{t('agent.next-runs')}</p>
      <NextRuns nextRuns={data.nextRuns} timeZone={timeZone} />
    </div>
  );
}

const usualSetup = { schedule: '0 7 * * 1-5', creditsPerRun: 200, creditsPerDay: 500, keywords: [] };

interface SetupProps {
  /** The current set-up; null when there is none. */
  readonly now: AgentSetup | null;
  readonly lacks: AgentLacks;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function SetupDialog({ now, lacks, onClose, onDone }: SetupProps) {
  const begin = now ?? { ...usualSetup, timeZone: ownZone() };
  const [schedule, setSchedule] = useState(begin.schedule);
  // The command line may set times that boxes cannot show, such as every second hour: those stay as they are written.
  const [days, setDays] = useState(() => readSchedule(begin.schedule));
  const [timeZone, setTimeZone] = useState(begin.timeZone);
  const [perRun, setPerRun] = useState(String(begin.creditsPerRun));
  const [perDay, setPerDay] = useState(String(begin.creditsPerDay));
  const [keywords, setKeywords] = useState(begin.keywords.join('\n'));
  const settled = useSettled(schedule);
  const task = useTask();
  const save = () =>
    task.run(async () => {
      await call('enable_agent', {
        schedule,
        timeZone,
        creditsPerRun: Number(perRun),
        creditsPerDay: Number(perDay),
        keywords: keywords
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
        ...(now ? { watch: now.watch } : {}),
      });
      onDone();
    });
  return (
    <Dialog title={t('agent.set-up')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!isAbout(task.error, 'schedule') && <FormError error={task.error} />}
        <Lacks lacks={lacks} />
        {days ? (
          <TimesFields
            times={{ ...days, zone: timeZone }}
            onChange={({ zone, ...next }) => {
              setDays(next);
              setTimeZone(zone);
              if (next.days.length > 0 && next.time !== '') setSchedule(writeSchedule(next));
            }}
          />
        ) : (
          <>
            <TextField
              label={t('agent.schedule')}
              hint={t('agent.schedule-hint')}
              value={schedule}
              onInput={setSchedule}
              maxLength={120}
              required
            />
            <SelectField
              label={t('digests.zone')}
              value={timeZone}
              choices={zoneChoices(timeZone)}
              onChange={setTimeZone}
            />
            <p>
              <Button onClick={() => setDays(usual)}>{t('agent.by-days')}</Button>
            </p>
          </>
        )}
        <Outcome schedule={settled} timeZone={timeZone} />
        <TextField
          label={t('agent.per-run')}
          hint={t('agent.credits-hint')}
          type="number"
          min="1"
          value={perRun}
          onInput={setPerRun}
          required
        />
        <TextField label={t('agent.per-day')} type="number" min="1" value={perDay} onInput={setPerDay} required />
        <TextField
          label={t('agent.keywords')}
          hint={t('agent.keywords-hint')}
          rows={3}
          value={keywords}
          onInput={setKeywords}
        />
        <div class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main" disabled={task.busy || days?.days.length === 0}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
