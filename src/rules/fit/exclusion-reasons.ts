/** What a headline says of a person beside the job, as reasons for which an ICP may leave them out. */
import { headlineFlags, type HeadlineFlagName, type JobFacts } from '../../../packages/reader/src';
import type { ExclusionReason } from './icp';
import { exclusionSwitchNames, type ExclusionSwitch } from './icp-definition';

/** Levels that decide: somebody of them who hires for their own team is still whom the ICP wants. */
const decides: ReadonlySet<string> = new Set(['owner', 'cxo', 'partner', 'vp', 'director', 'manager']);

const switchOf: Readonly<Partial<Record<HeadlineFlagName, ExclusionSwitch>>> = {
  jobSeeker: 'jobSeekers',
  hiring: 'recruiters',
  recruiter: 'recruiters',
  student: 'students',
  aspiring: 'aspiring',
  interim: 'interim',
  freelance: 'freelance',
  retired: 'retired',
  vendor: 'vendors',
};

/** Longest text of `readExclusionReasons`, and of the words of one reason in it. */
const longest = 500;
const longestWords = 80;

/**
 * Reads a headline for reasons to leave somebody out, as text to be stored: a line `switch TAB words` each; empty without any.
 * @param seniority as known from all sources.
 * @param job what `parseHeadline` says of the headline, when that is known already.
 */
export function readExclusionReasons(headline: string | null, seniority: string | null, job?: JobFacts): string {
  const found = new Map<ExclusionSwitch, string>();
  for (const { flag, words } of headlineFlags(headline, job)) {
    if (flag === 'hiring' && seniority !== null && decides.has(seniority)) continue;
    const name = switchOf[flag];
    if (name !== undefined && !found.has(name)) found.set(name, words.replace(/\s+/g, ' ').slice(0, longestWords));
  }
  if (seniority === 'training' && !found.has('students')) found.set('students', 'in training');
  const lines = [...found].map(([name, words]) => `${name}\t${words}`);
  while (lines.join('\n').length > longest) lines.pop();
  return lines.join('\n');
}

/** What the headline says, in words of ours: its own could be anything, and a reason speaks as this service. */
const said: Readonly<Record<ExclusionSwitch, string>> = {
  ownStaff: 'one of your own companies',
  competitorStaff: 'a competitor',
  recruiters: 'that they recruit',
  vendors: 'that they offer services',
  students: 'that they study or are in training',
  jobSeekers: 'that they look for a job',
  aspiring: 'that they are still to become what it names',
  interim: 'that they work for a time',
  freelance: 'that they work for themselves',
  retired: 'that they have retired',
};

/** The reasons in a text of `readExclusionReasons`. */
export function reasonsIn(text: string): ExclusionReason[] {
  if (text === '') return [];
  return text.split('\n').flatMap((line) => {
    const [written] = line.split('\t');
    const name = exclusionSwitchNames.find((known) => known === written);
    return name === undefined ? [] : [{ name, detail: `headline says ${said[name]}` }];
  });
}
