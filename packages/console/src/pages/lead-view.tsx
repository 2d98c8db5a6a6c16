/** One person, with the reason first: why now, their words, fit, intent over time, what they did, and their colleagues. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { knownAnswer, useRead, usePages, type Reading } from '../api/read';
import type { Lead, LeadDetail, Output, PersonToContact, QuotedComment } from '../api/operations';
import { may } from '../api/session';
import { IntentChart } from '../components/intent-chart';
import { Day, Fit, Tier } from '../components/lead-parts';
import { OutLink } from '../components/button';
import { useIdle } from '../components/idle';
import { Doubt } from '../components/reading';
import { Bones, ErrorState } from '../components/states';
import { MoreRows } from '../components/table';
import { Timeline } from '../components/timeline';
import { country, day, label, percent, t } from '../i18n';
import { addressHere } from '../router';
import { LeadHistory } from './lead-history';

/** Facts that both the inbox and a lead's own page have immediately. */
interface Known {
  readonly id: string;
  readonly name: string | null;
  readonly title: string | null;
  readonly company: string | null;
  readonly country: string | null;
  readonly tier: Lead['leadTier'];
  readonly profileUrl: string | null;
  readonly email: string | null;
  readonly owner: string | null | undefined;
}

export const knownOfPerson = (person: PersonToContact): Known => ({
  id: person.leadId,
  name: person.displayName,
  title: person.title,
  company: person.companyName,
  country: person.country,
  tier: person.leadTier,
  profileUrl: person.profileUrl,
  email: person.contact?.email ?? null,
  owner: person.owner?.displayName,
});

export const knownOfLead = ({ id, profile, contact, leadTier, owner }: Lead): Known => ({
  id,
  name: profile.displayName,
  title: profile.title ?? profile.headline,
  company: profile.companyName,
  country: profile.location.country,
  tier: leadTier,
  profileUrl: profile.profileUrl,
  email: contact?.email ?? null,
  owner: owner?.displayName,
});

/** `Head of Growth at Palomarin · France`, from the parts that are known. */
function jobLine({ title, company, country: code }: Pick<Known, 'title' | 'company' | 'country'>): string {
  const job = title && company ? t('lead.title-at', { title, company }) : (title ?? company);
  return [job, code && country(code)].filter(Boolean).join(' · ');
}

/** An account whose leads are all set aside has no page. */
function AccountLink({ account: { id, name } }: { readonly account: NonNullable<LeadDetail['account']> }) {
  const { error } = useRead('get_account_report', may('readLeads') ? { accountId: id } : null);
  if (error) return <span dir="auto">{name}</span>;
  return (
    <a class="text-link" href={addressHere(`accounts/${encodeURIComponent(id)}`)} dir="auto">
      {name}
    </a>
  );
}

function Who({ known, lead }: { readonly known: Known; readonly lead: LeadDetail | undefined }) {
  const outreach = lead?.outreach;
  return (
    <header>
      <div class="who">
        <div>
          <h2 dir="auto" class="wrap-anywhere">
            {known.name ?? t('lead.no-name')}
          </h2>
          <p dir="auto" class="job-line" title={jobLine(known)}>
            {jobLine(known)} <Doubt confidence={lead?.profile.readConfidence} />
          </p>
        </div>
        <Tier tier={known.tier} />
      </div>
      <p class="links">
        {known.profileUrl && <OutLink href={known.profileUrl}>{t('lead.profile')}</OutLink>}
        {known.email && (
          <a class="text-link wrap-anywhere" href={`mailto:${encodeURIComponent(known.email).replace('%40', '@')}`}>
            {known.email}
          </a>
        )}
        {lead?.account && <AccountLink account={lead.account} />}
        <span class="quiet">{t('lead.owner-is', { owner: known.owner ?? t('lead.nobody') })}</span>
        {outreach?.status === 'CONTACTED' && outreach.contactedAt && (
          <span>{t('lead.contacted-on', { day: day(outreach.contactedAt) })}</span>
        )}
        {outreach?.status === 'SNOOZED' && outreach.snoozedUntil && (
          <span>{t('lead.snoozed-until', { day: day(outreach.snoozedUntil) })}</span>
        )}
      </p>
    </header>
  );
}

/** Says that a person is set aside, and why. */
function DispositionNote({ lead }: { readonly lead: LeadDetail }) {
  if (lead.disposition === 'ACTIVE') return null;
  const why = lead.dispositionReason === null ? '' : t(`reason.${lead.dispositionReason}`);
  return (
    <p class="set-aside" role="note">
      <b>{[label('disposition', lead.disposition), why].filter(Boolean).join(': ')}</b> {t('lead.set-aside')}
    </p>
  );
}

function Quote({ comment, whole }: { readonly comment: QuotedComment; readonly whole: boolean }) {
  if (comment.excerpt === null) return null;
  return (
    <>
      <blockquote dir="auto">{comment.excerpt}</blockquote>
      {whole && (
        <p class="source" dir="auto">
          {t('lead.comment-of')} <Day time={comment.occurredAt} />
          {comment.post.excerpt && <> · “{comment.post.excerpt}”</>}
          {comment.post.authorName && <> · {comment.post.authorName}</>}
        </p>
      )}
    </>
  );
}

interface WhyNowProps {
  readonly person: PersonToContact | undefined;
  readonly lead: LeadDetail | undefined;
  readonly whole: boolean;
}

function WhyNow({ person, lead, whole }: WhyNowProps) {
  const [first, ...more] = person?.reasons.whyNow ?? [];
  const comment = person?.strongestComment ?? person?.latestComment;
  const reason = lead?.tierReason;
  const missing = lead?.wouldBePriorityIf ?? [];
  if (!first && !reason) return null;
  return (
    <section class="now">
      <h3>{t(first ? 'lead.why-now' : 'lead.why-tier')}</h3>
      <p>{first ?? reason}</p>
      {comment && <Quote comment={comment} whole={whole} />}
      {more.length > 0 && (
        <ul class="more">
          {more.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {first && reason && <p class="source">{reason}</p>}
      {missing.length > 0 && (
        <p class="source">
          {t('lead.would-be-priority')} {missing.join(' ')}
        </p>
      )}
    </section>
  );
}

function Evidence({ lead }: { readonly lead: LeadDetail }) {
  if (!lead.scoring) return null;
  const { icp, intent, scoredAt } = lead.scoring;
  return (
    <>
      <section>
        <h3>{t('lead.fit', { grade: lead.fitGrade ?? '–', percent: percent(lead.icpMatchPercent ?? 0) })}</h3>
        <Fit criteria={icp} />
      </section>
      <section>
        <h3>{t('lead.intent', { score: lead.intentScore ?? 0 })}</h3>
        <IntentChart points={intent} scoredAt={scoredAt} />
      </section>
    </>
  );
}

function Colleagues({ lead }: { readonly lead: Lead }) {
  const { data } = useRead('get_account_report', lead.account ? { accountId: lead.account.id } : null);
  const others = data?.data.topLeads.filter(({ id }) => id !== lead.id) ?? [];
  if (others.length === 0) return null;
  return (
    <section>
      <h3 dir="auto">{t('lead.colleagues', { company: data?.data.name ?? '' })}</h3>
      <ul class="colleagues">
        {others.map((other) => (
          <li key={other.id}>
            <a href={addressHere(`leads/${other.id}`)}>
              <b dir="auto">{other.profile.displayName ?? t('lead.no-name')}</b>
              <span class="quiet cut" dir="auto">
                {other.profile.title ?? other.profile.headline}
              </span>
              <Tier tier={other.leadTier} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Activity({ leadId, onCorrected }: { readonly leadId: string; readonly onCorrected: () => void }) {
  const pages = usePages('list_lead_engagements', { leadId, limit: 20 });
  return (
    <section>
      <h3>{t('lead.activity')}</h3>
      {pages.loaded ? (
        <Timeline
          leadId={leadId}
          engagements={pages.rows}
          onCorrected={(corrected) => {
            pages.change((row) => (row.id === corrected.id ? corrected : row));
            onCorrected();
          }}
        />
      ) : (
        !pages.error && <Bones rows={3} />
      )}
      <MoreRows pages={pages} />
    </section>
  );
}

interface LeadViewProps {
  readonly leadId: string;
  /** Given by a page that acts on the lead as it has read it: nothing else is shown then. Left out: it is read here. */
  readonly reading?: Reading<Output<'get_lead'>> | undefined;
  /** What the list beside it knows already. */
  readonly known?: Known | undefined;
  readonly person?: PersonToContact | undefined;
  /** Changes when the lead was changed, so that it is read once more. */
  readonly version?: number;
  /** What a page adds below. */
  readonly end?: ComponentChildren;
}

export function LeadView({ version = 0, ...shown }: LeadViewProps) {
  // Who comes back to a lead finds it as long as it was, and so the place to which they had scrolled.
  const [isKnown] = useState(() => knownAnswer('get_lead', { leadId: shown.leadId }) !== undefined);
  // Not with each version: what is on the screen stays while it is read again.
  const idle = useIdle();
  return <LeadBody key={`${shown.leadId} ${version}`} {...shown} whole={idle || isKnown} />;
}

/**
 * @param whole whether all of it is drawn. Before that only who and why now: those are read first, and need no date or country
 * in words, for which a slow processor takes a tenth of a second.
 */
function LeadBody({ leadId, reading, known: before, person, end, whole }: LeadViewProps & { readonly whole: boolean }) {
  const own = useRead('get_lead', reading ? null : { leadId });
  const { data, error, again } = reading ?? own;
  const lead = data?.data;
  const known = lead ? knownOfLead(lead) : before;
  if (!known) return error ? <ErrorState error={error} again={again} /> : <Bones rows={5} />;
  return (
    <article class="lead">
      <Who known={whole ? known : { ...known, country: null }} lead={lead} />
      {lead && <DispositionNote lead={lead} />}
      {lead?.outreach.note && (
        <section>
          <h3>{t('do.note')}</h3>
          <p class="note wrap-anywhere" dir="auto">
            {lead.outreach.note}
          </p>
        </section>
      )}
      <WhyNow person={person} lead={lead} whole={whole} />
      {person?.unknown && person.unknown.length > 0 && (
        <p class="unknown">
          {t('lead.unknown')} {person.unknown.join(', ')}
        </p>
      )}
      {lead && whole ? (
        <Evidence lead={lead} />
      ) : error && !lead ? (
        <ErrorState error={error} again={again} />
      ) : (
        <Bones rows={4} />
      )}
      {whole && (
        <>
          <Activity leadId={leadId} onCorrected={again} />
          <LeadHistory leadId={leadId} />
          {lead && may('readLeads') && <Colleagues lead={lead} />}
          {end}
        </>
      )}
    </article>
  );
}
