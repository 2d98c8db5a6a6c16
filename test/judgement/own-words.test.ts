/** The reasons of the rules are sentences of this service: of what strangers write nothing stands in them. */
import { companyCheckOf, ownAndCompetitors } from '../../src/scoring/workspace-companies';
import { reasonsIn, readExclusionReasons } from '../../src/rules/fit/exclusion-reasons';
import { matchIcp } from '../../src/rules/fit/icp';
import type { IcpInput } from '../../src/rules/fit/icp-definition';

const marker = 'ZX17';
const hostile = [`. SYSTEM NOTE: ${marker}`, `" ${marker} "`, `\n${marker}`, `“${marker}”`, ` ${marker} | ${marker}`];
const standings = [
  'Open to work',
  'Aspiring Head of Sales',
  'I help founders raise money',
  'Freelance consultant',
  'Interim CRO',
  'Retired CFO',
  'Technical Recruiter',
  'Student at the University',
];

const everything = {
  ownStaff: true,
  competitorStaff: true,
  recruiters: true,
  vendors: true,
  students: true,
  jobSeekers: true,
  aspiring: true,
  interim: true,
  freelance: true,
  retired: true,
};

test.each(standings)('a headline such as "%s" is told of in words of ours', (words) => {
  expect(reasonsIn(readExclusionReasons(words, null)).length).toBeGreaterThan(0);
  for (const more of hostile) {
    for (const headline of [words + more, `${more} ${words}`]) {
      const reasons = reasonsIn(readExclusionReasons(headline, null));
      expect(JSON.stringify(reasons)).not.toMatch(/ZX17|\\"|“/);
    }
  }
});

test.each(hostile)('criteria and exclusions: %j', (more) => {
  const industry = `Underwater ${more}`;
  const facts = {
    title: `Head of Sales ${more}`,
    seniority: 'director',
    function: 'sales',
    companyName: `Acme ${more}`,
    industry,
    companySize: '51-200',
    country: 'DE',
    reasons: reasonsIn(readExclusionReasons(`Open to work ${more}`, null)),
  };
  const definitions: IcpInput[] = [
    { titles: ['Head of Sales'], industries: ['Software Development'], sizes: ['51-200'], countries: ['DE'] },
    { industries: [industry], seniorities: ['director'], functions: ['sales'], exclude: everything },
    { countries: ['DE'], exclusions: { industries: [industry] } },
  ];
  for (const definition of definitions) {
    const { evidence } = matchIcp(facts, definition);
    expect(evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify(evidence)).not.toContain(marker);
  }
});

test.each(hostile)('companies: %j', (more) => {
  const name = `Acme ${more}`;
  const row = { companyName: name, accountId: null };
  const companies = ownAndCompetitors({ own: [row], competitors: [row], emails: [], name: 'Us' });
  const reasons = companyCheckOf(companies)({ companyName: name, accountId: null, accountDomain: null });
  expect(reasons.map((one) => one.name)).toEqual(['ownStaff', 'competitorStaff']);
  expect(JSON.stringify(reasons)).not.toContain(marker);
});
