/** What is no employer, and a name without its case. */
import { parseHeadline } from './headline';
import type { JobFacts } from './headline';
import { isDoctor, mayEmploy, uninflected, withCompany } from './employer';

test.each([
  'Acme',
  'Northwind Traders',
  'München Klinik',
  '株式会社例',
  '3M',
  'My Money Bank',
  'Interim Labs',
  'Freelance Network GmbH',
  'Acting Studio Berlin',
  'Virtual Instruments',
  'Contract Logistics AG',
  'Startup Bootcamp',
])('%s may be one', (name) => {
  expect(mayEmploy(name, false)).toBe(true);
});

test.each([
  'Berlin',
  'Munich',
  'Germany',
  'Stealth Startup',
  'self-employed',
  'Selbständig',
  'n/a',
  'GmbH',
  '2026',
  'my own house',
  'Interim',
  'Interim CRO',
  'interim-cro',
  'Fractional CMO',
  'Fractional CRO',
  'Freelance VP Sales',
  'Fractional Chief Revenue Officer',
  'Outsourced CFO',
  'Virtual CTO',
  'Part-time CFO',
  'Freiberuflich',
  'Samozatrudniony',
  'Various Companies',
  'Own Business',
])('%s is none', (name) => {
  expect(mayEmploy(name, false)).toBe(false);
});

test('a listed name that is a country, too, is one behind a word that joins', () => {
  expect([mayEmploy('Emirates', true), mayEmploy('Emirates', false)]).toEqual([true, false]);
  expect(mayEmploy('Berlin', true)).toBe(false);
});

test.each([
  ["Trendyol'da", 'Trendyol'],
  ['Kovács Richternél', 'Kovács Richter'],
  ['Yle:n', 'Yle'],
  ['Budapesti Kórházban', 'Budapesti Kórház'],
  ['Acme', null],
])('%s without its ending is %s', (name, bare) => {
  expect(uninflected(name)).toBe(bare);
});

test('a place with an ending is a place', () => {
  expect(parseHeadline('Mérnök Budapestnél').companyName).toBeNull();
});

test('a country behind an "@" is the company of that name', () => {
  expect(parseHeadline('Cabin crew @ Emirates').companyName).toBe('Emirates');
});

test.each([
  'Freelance VP Sales / Interim CRO',
  'Freelance VP Sales - Interim CRO',
  'Freelance VP Sales, Interim CRO',
  'Freelance CMO + Fractional CRO',
  'VP Sales | Interim CRO',
  'Chief Revenue Officer / Fractional CRO',
  'Interim Manager | Interim CRO',
  'Fractional CMO',
  'CMO | Fractional',
  'Fractional CMO @ Fractional',
  'Head of Sales at Fractional CRO',
  'VP Sales at Interim',
  'CEO at Solopreneur',
  'Self-employed',
  'VP Sales | Self-Employed',
  'CRO at Self-employed',
  'Consultant | ex-Google',
  'Consultant | ex-X | Speaker',
  'Fractional CMO & Growth Advisor @ Startups',
  'Entrepreneur in Residence',
  'Consultant at Multiple Companies',
  'Outsourced CFO / Virtual CFO',
  'Sales Director - Freelance / Contract',
])('"%s" names no employer', (headline) => {
  expect(parseHeadline(headline).companyName).toBeNull();
});

test.each([
  ['VP Sales / Interim CRO at Acme', 'Acme'],
  ['Fractional CMO at Acme GmbH', 'Acme GmbH'],
  ['Freelance Designer | Acme', 'Acme'],
  ['CEO at Interim Labs', 'Interim Labs'],
  // The stop of an abbreviation ends no name.
  ['Медицинска сестра в МБАЛ Св. Яна', 'МБАЛ Св. Яна'],
  ['Enfermera en Hospital Sta. María', 'Hospital Sta. María'],
  ['Sjuksköterska på S:ta Maria sjukhus', 'S:ta Maria sjukhus'],
])('"%s": %s', (headline, company) => {
  expect(parseHeadline(headline).companyName).toBe(company);
});

test.each([
  ["Trendyol'dan", 'Trendyol'],
  ['Arçelik’te', 'Arçelik'],
  ["Koç'un", 'Koç'],
  ["Ülker'ye", 'Ülker'],
  ['MOL-nál', 'MOL'],
  ['OTP–ben', 'OTP'],
  ['OTP-tól', 'OTP'],
  ['Nokia:ssa', 'Nokia'],
  ['Kone:lla', 'Kone'],
  ['Richternél', 'Richter'],
  // These end so by themselves.
  ['richternél', null],
  ["O'Neill", null],
  ["X'da", null],
  ['Budapesti Kórházbane', null],
  ['Düben', null],
  ['Kovács Ádámban', null],
  ['Nokia:ssaan', null],
  ["Trendyol'da uzman", null],
  ['MOL-nálx', null],
  ['Acme-Corp', null],
])('%s in its plain form: %j', (name, bare) => {
  expect(uninflected(name)).toBe(bare);
});

test.each<readonly [title: string, company: string | null, isOne: boolean]>([
  ['MD', 'City Hospital', true],
  ['M.D.', 'Berlin Klinik', true],
  ['md', 'Heart Clinics', true],
  ['MD', 'Orthopaedics North', true],
  ['MD', 'Acme', false],
  ['MD', null, false],
  ['Managing Director', 'City Hospital', false],
  ['CMD', 'City Hospital', false],
  ['MDS', 'City Hospital', false],
  ['MD', 'Hospitality Partners', false],
])('%s at %j is a doctor: %s', (title, company, isOne) => {
  expect(isDoctor(title, company)).toBe(isOne);
});

test('students keep no school as an employer, and a managing director of a bank is a vice president', () => {
  const job = (title: string | null, seniority: 'cxo' | 'training' | 'senior' | null) => ({
    ...{ title, seniority, function: null, companyName: null },
  });
  const at = (title: string | null, seniority: 'cxo' | 'training' | 'senior' | null, company: string | null) => {
    const { companyName, seniority: level } = withCompany(job(title, seniority), company);
    return [companyName, level];
  };
  expect(at('Student', 'training', 'Acme')).toEqual([null, 'training']);
  expect(at('Second-year student', 'training', 'Acme')).toEqual([null, 'training']);
  expect(at('Trainee', 'training', 'Acme')).toEqual(['Acme', 'training']);
  expect(at('Trainee', 'training', 'University of Kent')).toEqual([null, 'training']);
  expect(at('Student assistant', 'training', 'Acme')).toEqual(['Acme', 'training']);
  expect(at(null, 'training', 'Acme')).toEqual(['Acme', 'training']);
  expect(at('Student', 'training', null)).toEqual([null, 'training']);
  expect(at('Lecturer', 'senior', 'University of Kent')).toEqual(['University of Kent', 'senior']);
  expect(at('Managing Director', 'cxo', 'Goldman Sachs')).toEqual(['Goldman Sachs', 'vp']);
  expect(at('Managing Director', 'cxo', 'Acme')).toEqual(['Acme', 'cxo']);
  expect(at('CEO', 'cxo', 'Goldman Sachs')).toEqual(['Goldman Sachs', 'cxo']);
});

/** What stands behind "at" may be a name, where it says elsewhere what somebody is. */
test.each<readonly [name: string, alone: boolean, joined: boolean]>([
  ['BCom Logistics', false, true],
  ['B.Tech', false, true],
  ['MBA', false, true],
  ['Bachelor of Arts', false, true],
  ['Bacom Logistics', true, true],
  ['AWS Certified', false, true],
  ['Ironman Finisher', false, true],
  ['5 star', false, true],
  ['Business School alum', false, true],
  ['Alumni Ventures', false, true],
  ['Certifiedly', true, true],
  ['Contract', false, true],
  ['On Demand', false, true],
  ['Remotely', true, true],
  // Ways to work, and ranks beside them, are no name anywhere.
  ['Interim', false, false],
  ['Virtual CTO', false, false],
  ['On Demand CFO', false, false],
  ['Fractional CHRO', false, false],
  ['Fractional Cxabcdo', true, true],
  ['Fractional CRO Quillmere', true, true],
  ['Interim CEO Quillmere', true, true],
  ['CRO', true, true],
  ['42', false, false],
  ['GmbH', false, false],
  ['Self-employed', false, false],
  ['stealth mode anything', false, false],
  ['Series', false, false],
  ['Law', false, false],
  ['Series B', false, false],
  ['Series Nine', true, true],
  ['Food Industry', false, true],
  ['汽车行业', false, true],
  ['화장품업계', false, true],
  ['Industry Brands', true, true],
  ['my own kids', false, false],
  ['Meridian', true, true],
])('%s may employ, alone: %s, behind "at": %s', (name, alone, joined) => {
  expect([mayEmploy(name, false), mayEmploy(name, true)]).toEqual([alone, joined]);
});

test.each([
  'Universidad',
  'Helsingin yliopisto',
  '東京大学',
  'MIT College',
  'High School',
  'Academy',
  'Lycée',
  'Polytech',
])('who learns at "%s" is no staff of it', (name) => {
  const job = { title: 'Trainee', seniority: 'training', function: null, companyName: null } as const;
  expect(withCompany<JobFacts>(job, name)).toEqual(job);
});

test.each<readonly [title: string, seniority: JobFacts['seniority'], company: string, work: JobFacts['function']]>([
  ['Director', 'director', 'Gymnázium Litomyšl', 'education'],
  ['Директор', 'director', 'Школа №12', 'education'],
  ['Principal', 'senior', 'Holloway Primary School', 'education'],
  ['Director', 'director', 'Acme', null],
  // Who works for a school need not teach.
  ['Manager', 'manager', 'Holloway Primary School', null],
  ['Principal', 'senior', 'Acme', null],
  ['Partner', 'partner', 'Hoyer Lindemann Rechtsanwälte', 'legal'],
  ['Partner', 'partner', 'Holloway Primary School', null],
  ['Director', 'director', 'Hoyer Lindemann Rechtsanwälte', null],
])('%s (%s) of %s: what they do is %s', (title, seniority, company, work) => {
  const job: JobFacts = { title, seniority, function: null, companyName: null };
  expect(withCompany(job, company).function).toBe(work);
  expect(withCompany({ ...job, function: 'it' }, company).function).toBe('it');
});

/** A bank's "Managing Director" is a grade: of a desk in finance, of what is named else in that. Who runs the bank has another rank too. */
test.each([
  ['Managing Director, Investment Banking at Jefferies', 'vp', 'finance'],
  ['Managing Director, HR at Barclays', 'vp', 'hr'],
  ['Managing Director, Head of Compliance, Deutsche Bank', 'vp', 'legal'],
  ['Managing Director at Musterbank', 'vp', 'management'],
  ['Managing Director, Germany at Deutsche Bank', 'vp', 'management'],
  ['Managing Director & CEO, HDFC Bank', 'cxo', 'management'],
  ['Chairman & Managing Director, State Bank of India', 'cxo', 'management'],
  ['Managing Director, Leveraged Loans at Acme GmbH', 'cxo', 'management'],
])('%s is %s in %s', (headline, seniority, work) => {
  expect(parseHeadline(headline)).toMatchObject({ seniority, function: work });
});

test('a desk that the title names is in finance, whatever it is', () => {
  const job: JobFacts = {
    title: 'Managing Director, Leveraged Loans',
    seniority: 'cxo',
    function: 'management',
    companyName: null,
  };
  expect(withCompany(job, 'Musterbank')).toMatchObject({ seniority: 'vp', function: 'finance' });
  expect(withCompany(job, 'Acme GmbH')).toMatchObject({ seniority: 'cxo', function: 'management' });
});

/** Partners of lawyers and of auditors do their work, also those whose word says that they run or own the firm. */
test.each([
  ['Socia en Bufete Ordoñana y Rey', 'legal'],
  ['Managing Partner, Ochieng Advocates', 'legal'],
  ['Wspólnik, Kancelaria Podatkowa Lis', 'finance'],
  ['Delägare, Advokatbyrån Lind', 'legal'],
  ['Wspólnik, Piekarnia Lis', 'management'],
  ['Founder, Müller Rechtsanwälte', 'management'],
  ['Gründer und Gesellschafter, Müller Rechtsanwälte', 'management'],
])('%s: %s', (headline, work) => {
  expect(parseHeadline(headline).function).toBe(work);
});

/** Who heads a hospital, or a part of it, where the title names no function. */
test.each([
  ['Șef de secție, Spitalul Municipal Valea Albă', 'health'],
  ['Zastępca Dyrektora ds. Lecznictwa, Szpital Powiatowy w Brzezinie', 'health'],
  ['Deputy director for treatment, District Hospital', 'health'],
  ['Avdelningschef, Karolinska sjukhuset', 'health'],
  ['Leiterin, Klinik am See', 'health'],
  ['IT Manager, District Hospital', 'it'],
  ['CEO, District Hospital', 'management'],
  ['Manager, Computer Clinic Ltd', null],
  ['Avdelningschef, Acme AB', null],
])('%s: %s', (headline, work) => {
  expect(parseHeadline(headline).function).toBe(work);
});
