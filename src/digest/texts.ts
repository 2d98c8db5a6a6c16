/** The sentences of a digest, in the languages of the console. */
import { wordFor } from '../shared/value-words';
import type { LeadTier } from '../shared/values';
import type { TierChangeReason } from '../store/tables/changes';
import type { Language } from '../words/languages';

export interface DigestTexts {
  /** The counts of the subject, each in words. */
  readonly counts: Readonly<Record<'call' | 'movedUp' | 'cameNew', (people: number) => string>>;
  readonly call: string;
  readonly movedUp: string;
  readonly cameNew: string;
  readonly nobody: string;
  readonly wrote: string;
  /** The text with quotation marks that it must not contain. */
  readonly quoted: (words: string) => string;
  readonly noMore: string;
  readonly newAs: (tier: LeadTier) => string;
  readonly moved: (from: LeadTier, to: LeadTier, reason: TierChangeReason) => string;
}

const because: Readonly<Record<TierChangeReason, string>> = {
  engagement: 'of new engagement',
  icp: 'the customer profile changed',
  decay: 'time passed',
  profile: 'their profile changed',
  enrichment: 'more is known of them',
  undo: 'an import was undone',
};

const becauseInGerman: Readonly<Record<TierChangeReason, string>> = {
  engagement: 'die Person wieder reagiert hat',
  icp: 'sich das Kundenprofil geändert hat',
  decay: 'Zeit vergangen ist',
  profile: 'sich ihr Profil geändert hat',
  enrichment: 'mehr über sie bekannt ist',
  undo: 'ein Import zurückgenommen wurde',
};

const tiersInGerman: Readonly<Record<LeadTier, string>> = {
  PRIORITY: 'Priorität',
  QUALIFIED: 'Qualifiziert',
  NURTURE: 'Aufbauen',
  UNQUALIFIED: 'Nicht qualifiziert',
};

export const digestTexts: Readonly<Record<Language, DigestTexts>> = {
  en: {
    counts: { call: (n) => `${n} to call`, movedUp: (n) => `${n} moved up`, cameNew: (n) => `${n} new` },
    call: 'Whom to call',
    movedUp: 'Moved up',
    cameNew: 'New',
    nobody: 'Somebody without a name',
    wrote: 'They wrote',
    quoted: (words) => `“${words}”`,
    noMore: 'No more of these mails',
    newAs: (tier) => `New as ${wordFor(tier)}.`,
    moved: (from, to, reason) => `Moved from ${wordFor(from)} to ${wordFor(to)}, because ${because[reason]}.`,
  },
  de: {
    counts: { call: (n) => `${n} anzurufen`, movedUp: (n) => `${n} aufgestiegen`, cameNew: (n) => `${n} neu` },
    call: 'Wen Sie anrufen sollten',
    movedUp: 'Aufgestiegen',
    cameNew: 'Neu',
    nobody: 'Jemand ohne Namen',
    wrote: 'Schrieb',
    quoted: (words) => `„${words}“`,
    noMore: 'Keine dieser E-Mails mehr',
    newAs: (tier) => `Neu in der Stufe ${tiersInGerman[tier]}.`,
    moved: (from, to, reason) =>
      `Von ${tiersInGerman[from]} zu ${tiersInGerman[to]} aufgestiegen, weil ${becauseInGerman[reason]}.`,
  },
};
