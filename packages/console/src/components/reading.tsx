/** What was read from a comment, a quiet mark where that is in doubt, and the choice of what it is instead. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Engagement } from '../api/operations';
import { asApiError } from '../api/read';
import { may } from '../api/session';
import { label, percent, t } from '../i18n';
import { Button } from './button';
import { Menu } from './menu';
import { errorText } from './states';
import { say } from './toast';

/** Of what is less likely than this, one in four is wrong; of the rest, one in fifty (docs/qualification.md). */
const doubtBelow = 0.7;

interface DoubtProps {
  /** 0 to 1. */
  readonly confidence: number | null | undefined;
  /** In a list: a sign instead of words. */
  readonly brief?: boolean;
}

/** A quiet mark where a reading is in doubt. */
export function Doubt({ confidence, brief = false }: DoubtProps) {
  if (confidence === null || confidence === undefined || confidence >= doubtBelow) return null;
  if (brief) {
    return (
      <span class="quiet" role="img" aria-label={t('reading.doubt')} title={t('reading.doubt')}>
        ?
      </span>
    );
  }
  return (
    <span class="quiet doubt" title={t('reading.likely', { percent: percent(Math.round(confidence * 100)) })}>
      {t('reading.doubt')}
    </span>
  );
}

const classes = [
  ...(['request', 'price', 'leaving', 'question', 'objection', 'refusal'] as const),
  ...(['plain', 'congratulation', 'tag', 'self_promotion', 'job_hunting'] as const),
];

interface ReadingProps {
  readonly leadId: string;
  readonly engagement: Engagement;
  /** Called with the engagement as it is after a correction. */
  readonly onCorrected: (engagement: Engagement) => void;
}

export function Reading({ leadId, engagement: { id, said, saidBy, saidConfidence }, onCorrected }: ReadingProps) {
  const [busy, turn] = useState(false);
  if (said === null) return null;
  const correct = async (to: (typeof classes)[number]) => {
    turn(true);
    try {
      const { data } = await call('correct_comment', { leadId, engagementId: id, said: to });
      onCorrected(data);
      say(t('reading.corrected', { said: label('said', to) }));
    } catch (error) {
      say(errorText(asApiError(error)));
    }
    turn(false);
  };
  return (
    <small class="reading">
      {may('decideLeads') ? (
        <Menu
          key={said}
          look="text-link"
          label={t('reading.correct', { said: label('said', said) })}
          summary={label('said', said)}
        >
          {classes.map((one) => (
            <Button key={one} kind="plain" disabled={busy} onClick={() => void correct(one)}>
              {label('said', one)}
            </Button>
          ))}
        </Menu>
      ) : (
        label('said', said)
      )}
      {saidBy === null ? (
        <Doubt confidence={saidConfidence} />
      ) : (
        <span class="quiet">
          {t('reading.by', { model: saidBy, percent: percent(Math.round((saidConfidence ?? 0) * 100)) })}
        </span>
      )}
    </small>
  );
}
