/** The fields of a schedule: boxes for the days, the time and its zone. */
import { CheckGroup, SelectField, TextField } from '../components/form';
import { dayName, t } from '../i18n';
import { weekdays, writeSchedule, zoneChoices, type DaysAndTime } from './schedule-times';

export const usual: DaysAndTime = { days: ['1', '2', '3', '4', '5'], time: '08:00' };

export interface Times extends DaysAndTime {
  readonly zone: string;
}

export function TimesFields({ times, onChange }: { readonly times: Times; readonly onChange: (times: Times) => void }) {
  return (
    <>
      <div class="day-boxes">
        <CheckGroup
          legend={t('digests.days')}
          choices={weekdays.map((value) => ({ value, label: dayName(Number(value)) }))}
          values={times.days}
          onChange={(days) => onChange({ ...times, days })}
        />
      </div>
      <div class="pair">
        <TextField
          label={t('digests.time')}
          type="time"
          value={times.time}
          onInput={(time) => onChange({ ...times, time })}
          required
        />
        <SelectField
          label={t('digests.zone')}
          value={times.zone}
          choices={zoneChoices(times.zone)}
          onChange={(zone) => onChange({ ...times, zone })}
        />
      </div>
    </>
  );
}

export const asInput = (times: Times) => ({ schedule: writeSchedule(times), timeZone: times.zone });
export const whole = ({ days, time }: Times) => days.length > 0 && time !== '';
