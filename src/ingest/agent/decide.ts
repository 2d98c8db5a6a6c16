/** What the agent decides about a person, with reasons in words that a salesperson understands. Pure functions. */
import { tierRows } from '../../rules/tier/tier';
import type { Disposition, EngagementType, FitGrade, LeadTier, StoredClass } from '../../shared/values';

export type Decision = 'ACCEPTED' | 'REJECTED' | 'DUPLICATE';

/** A criterion of the ideal customer profile, or an exclusion, and its result. */
export interface Criterion {
  readonly criterion: string;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
  readonly detail: string;
}

export interface CandidateFacts {
  /** Their lead, if they are one already; else null. */
  readonly lead: { readonly disposition: Disposition; readonly since: string } | null;
  /** What the CRM said about them; ACTIVE if it said nothing. */
  readonly disposition: Disposition;
  /** Why they can never be a lead, in words; null when they can. */
  readonly ineligible: string | null;
  /** Whether the workspace has an ideal customer profile to compare with. */
  readonly hasIcp: boolean;
  readonly grade: FitGrade;
  readonly percent: number;
  readonly tier: LeadTier;
  readonly intent: number;
  /** They said lately that they are not interested. */
  readonly refused: boolean;
  readonly criteria: readonly Criterion[];
  readonly engagements: readonly { readonly type: EngagementType; readonly said: StoredClass | null }[];
}

export interface Verdict {
  readonly decision: Decision;
  /** At least one. */
  readonly reasons: readonly string[];
}

interface Row {
  readonly name: string;
  readonly decision: Decision;
  readonly applies: (facts: CandidateFacts) => boolean;
  readonly says: (facts: CandidateFacts) => readonly string[];
}

/** The intent from which a person who fits well is QUALIFIED: in general, and for one who asked for something. */
const qualifiedFrom = (asked: boolean) =>
  Math.min(
    ...tierRows.flatMap(({ tier, intentFrom, statedInterests }) =>
      tier === 'QUALIFIED' &&
      intentFrom !== undefined &&
      (asked ? statedInterests?.includes('asking') : statedInterests === undefined)
        ? [intentFrom]
        : [],
    ),
  );
const enoughInterest = qualifiedFrom(false);
const enoughWhenAsked = qualifiedFrom(true);

const asLead: Readonly<Record<Disposition, string>> = {
  ACTIVE: 'Already one of your leads',
  CLIENT: 'Already your client',
  BAD_LEAD: 'You marked this person as a bad lead; they stay one',
};

/** Read from the top. The first row that applies decides. The tiers are those of `tier/tier.ts`. */
export const decisionRows: readonly Row[] = [
  {
    name: 'a lead already',
    decision: 'DUPLICATE',
    applies: ({ lead }) => lead !== null,
    says: ({ lead }) => (lead ? [`${asLead[lead.disposition]}, known since ${lead.since}.`] : []),
  },
  {
    name: 'no lead at all',
    decision: 'REJECTED',
    applies: ({ ineligible }) => ineligible !== null,
    says: ({ ineligible }) => [`Cannot be a lead: ${ineligible ?? ''}.`],
  },
  {
    name: 'your CRM knows them',
    decision: 'REJECTED',
    applies: ({ disposition }) => disposition !== 'ACTIVE',
    says: ({ disposition }) => [
      disposition === 'CLIENT'
        ? 'Your CRM lists this person as a client.'
        : 'Your CRM lists this person as a bad lead.',
    ],
  },
  {
    name: 'nothing to compare with',
    decision: 'REJECTED',
    applies: ({ hasIcp }) => !hasIcp,
    says: () => ['This workspace has no ideal customer profile yet, so nobody can fit it.'],
  },
  {
    name: 'said no',
    decision: 'REJECTED',
    applies: ({ refused }) => refused,
    says: () => ['Said in a comment that they are not interested.'],
  },
  {
    name: 'fits and shows interest',
    decision: 'ACCEPTED',
    applies: ({ tier }) => tier === 'QUALIFIED' || tier === 'PRIORITY',
    says: (facts) => [fit(facts), ...interest(facts), enough(facts)],
  },
  {
    name: 'poor fit',
    decision: 'REJECTED',
    applies: ({ tier }) => tier === 'UNQUALIFIED',
    says: (facts) => [misfit(facts)],
  },
  {
    name: 'fits less well',
    decision: 'REJECTED',
    applies: ({ grade }) => grade === 'C' || grade === 'D',
    says: (facts) => [misfit(facts), ...interest(facts)],
  },
  {
    name: 'too little interest yet',
    decision: 'REJECTED',
    applies: () => true,
    says: (facts) => [
      fit(facts),
      `Too little interest so far (${facts.intent}; it takes ${enoughInterest}, or ${enoughWhenAsked} from who asked for something): ` +
        `${did(facts).toLowerCase()}. More engagement brings them back.`,
    ],
  },
];

/** What is decided about somebody, and why. */
export function decide(facts: CandidateFacts): Verdict {
  for (const { applies, decision, says } of decisionRows) if (applies(facts)) return { decision, reasons: says(facts) };
  throw new Error('no row decides');
}

const names: Readonly<Record<string, string>> = {
  role: 'role',
  location: 'country',
  industry: 'industry',
  size: 'company size',
};

function listed(facts: CandidateFacts, outcome: Criterion['outcome']): string[] {
  const found = facts.criteria.filter((one) => one.outcome === outcome);
  const isExclusion = ({ criterion }: Criterion) => criterion.startsWith('excluded');
  const excluded = found.filter(isExclusion).map(({ detail }) => detail);
  const others = found
    .filter((one) => !isExclusion(one))
    .map(({ criterion, detail }) => {
      const name = names[criterion];
      if (outcome === 'unknown') return name ?? detail;
      return name === undefined || detail.startsWith(name) ? detail : `${name} (${detail})`;
    });
  return excluded.length === 0 ? others : [`left out by your profile (${excluded.join('; ')})`, ...others];
}

/** "Fits your ideal customer (87 %): role (seniority vp, function sales); not known: company size." */
function fit(facts: CandidateFacts): string {
  const [matched, unknown] = [listed(facts, 'match'), listed(facts, 'unknown')];
  const known = matched.length === 0 ? '' : `: ${matched.join(', ')}`;
  const open = unknown.length === 0 ? '' : `; not known: ${unknown.join(', ')}`;
  return `Fits your ideal customer (${facts.percent} %)${known}${open}.`;
}

function misfit(facts: CandidateFacts): string {
  const [wrong, unknown] = [listed(facts, 'mismatch'), listed(facts, 'unknown')];
  if (wrong.length > 0) return `Does not fit your ideal customer (${facts.percent} %): ${wrong.join(', ')}.`;
  return `Too little is known to say that they fit (${facts.percent} %): ${unknown.join(', ') || 'nothing is known'}.`;
}

/** What engagements say, the strongest first. */
const saidRows: readonly (readonly [StoredClass, string])[] = [
  ['request', 'Asked for a demo, an offer or the like in a comment'],
  ['price', 'Asked for a price in a comment'],
  ['leaving', 'Said in a comment that they leave a vendor or look for another'],
  ['question', 'Asked a question in a comment'],
  ['objection', 'Raised an objection in a comment'],
];

function did({ engagements }: CandidateFacts): string {
  for (const [kind, words] of saidRows) if (engagements.some(({ said }) => said === kind)) return words;
  const times = (type: EngagementType) => engagements.filter((one) => one.type === type).length;
  const [comments, reposts, likes] = [times('COMMENT'), times('REPOST'), times('LIKE')];
  if (comments > 0) return `Commented ${often(comments)}`;
  if (reposts > 0) return `Reposted ${often(reposts)}`;
  if (likes > 0) return likes === 1 ? 'Liked one post' : `Liked ${likes} posts`;
  return 'Did nothing that counts';
}

const often = (times: number) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`);

/** Names the rule that was met. The lower bar is for people who asked for something. */
function enough({ intent }: CandidateFacts): string {
  if (intent >= enoughInterest) return `Interest of ${intent} is enough: it takes ${enoughInterest}.`;
  return `Interest of ${intent} is enough from who asked for something: it takes ${enoughWhenAsked}, and ${enoughInterest} from others.`;
}

const interest = (facts: CandidateFacts) => [`${did(facts)}.`];
