/** What an ICP leaves out: listed values, and what a person says of themselves. */
import { companyKeys, fold, titlePhrase } from '../../../packages/reader/src';
import type { ExclusionCriterion, ExclusionSwitch, IcpDefinition } from './icp-definition';
import { cached, exclusion, type Exclusion, type IcpFacts } from './icp-evidence';
import { excludedIndustry, industrySet } from './industry-criterion';

export const excludedBy: Readonly<Record<ExclusionSwitch, ExclusionCriterion>> = {
  ownStaff: 'excludedOwnStaff',
  competitorStaff: 'excludedCompetitorStaff',
  recruiters: 'excludedRecruiters',
  vendors: 'excludedVendors',
  students: 'excludedStudents',
  jobSeekers: 'excludedJobSeekers',
  aspiring: 'excludedAspiring',
  interim: 'excludedInterim',
  freelance: 'excludedFreelance',
  retired: 'excludedRetired',
};

/** The keys of a company. A name that means none ("Self-employed") is its own. */
function keysOfCompany(name: string): readonly string[] {
  const keys = companyKeys(name);
  return keys.length > 0 ? keys : [fold(name).trim()];
}

/** The exclusions that are configured, each giving evidence when it holds. */
export function exclusionsOf(excluded: IcpDefinition['exclusions'], phraseOf: (title: string) => string): Exclusion[] {
  const list: Exclusion[] = [];
  if (excluded.titles.length > 0) {
    const rows = excluded.titles.map((title) => ({
      phrase: titlePhrase(title),
      evidence: exclusion('excludedTitle', `title has "${title}"`),
    }));
    list.push(({ title }) => {
      if (title === null) return null;
      const words = phraseOf(title);
      return rows.find(({ phrase }) => words.includes(phrase))?.evidence ?? null;
    });
  }
  if (excluded.companies.length > 0) {
    const names = new Map(
      excluded.companies.flatMap((name) => {
        const evidence = exclusion('excludedCompany', `company ${name}`);
        return keysOfCompany(name).map((key) => [key, evidence] as const);
      }),
    );
    list.push(({ companyName }) => {
      const key = companyName === null ? undefined : keysOfCompany(companyName).find((one) => names.has(one));
      return key === undefined ? null : (names.get(key) ?? null);
    });
  }
  if (excluded.industries.length > 0) {
    const isExcluded = industrySet(excluded.industries);
    const seen = cached((industry) =>
      isExcluded(industry) ? exclusion('excludedIndustry', excludedIndustry(industry)) : null,
    );
    list.push(({ industry }) => (industry === null ? null : seen(industry)));
  }
  const plain: readonly [ExclusionCriterion, readonly string[], string, (facts: IcpFacts) => string | null][] = [
    ['excludedSeniority', excluded.seniorities, 'seniority', (facts) => facts.seniority],
    ['excludedFunction', excluded.functions, 'function', (facts) => facts.function],
    ['excludedSize', excluded.sizes, 'company size', (facts) => facts.companySize],
    ['excludedCountry', excluded.countries, 'country', (facts) => facts.country?.toUpperCase() ?? null],
  ];
  for (const [criterion, values, noun, read] of plain) {
    if (values.length === 0) continue;
    const rows = new Map(values.map((value) => [value, exclusion(criterion, `${noun} ${value}`)]));
    list.push((facts) => rows.get(read(facts) ?? '') ?? null);
  }
  return list;
}
