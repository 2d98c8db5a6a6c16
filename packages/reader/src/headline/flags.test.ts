/** What a headline says besides the job, and in which words. */
import { headlineFlagNames, headlineFlags } from './flags';

describe('flags', () => {
  test.each([
    ['VP Sales at Acme', []],
    ['Open to work | Sales Director', [['jobSeeker', 'Open to work']]],
    ['Sales Director #OpenToWork', [['jobSeeker', '#OpenToWork']]],
    ['Szukam pracy jako księgowa', [['jobSeeker', 'Szukam']]],
    ['Buscando nuevas oportunidades | Contable', [['jobSeeker', 'Buscando']]],
    ['転職活動中 / 経理', [['jobSeeker', '転職活動中']]],
    ["We're hiring! | Talent Lead at Acme", [['hiring', "We're hiring"]]],
    ['Hiring Manager at Acme', []],
    [
      'Lead Recruiter | Hiring Sales Reps in Austin',
      [
        ['hiring', 'Hiring'],
        ['recruiter', 'Recruiter'],
      ],
    ],
    ['Werkstudent Marketing bei Acme', [['student', 'Werkstudent Marketing']]],
    // No title is sure there.
    ['Student, MSc Supply Chain Management, Lund', [['student', 'Student']]],
    ['Azubi Zahntechnik im 3. Lehrjahr', [['student', 'Azubi Zahntechnik im 3. Lehrjahr']]],
    ['Former student, now travelling', [['former', 'Former']]],
    ['Aspiring Data Scientist', [['aspiring', 'Aspiring Data Scientist']]],
    ['Interim CFO', [['interim', 'Interim']]],
    ['Freelance Copywriter', [['freelance', 'Freelance']]],
    [
      'Tidigare marknadschef på Solvik, nu pensionär',
      [
        ['retired', 'pensionär'],
        ['former', 'Tidigare'],
      ],
    ],
    ['Volunteer at Food Share', [['volunteer', 'Volunteer']]],
    ['Volunteer at Food Share | Buyer at Acme', []],
    ['ex-Google | CTO at Acme', [['former', 'ex-Google']]],
    ['Helping CFOs close faster | Account Executive', [['vendor', 'Helping CFOs close faster']]],
    ['Ich helfe Handwerkern, mehr Aufträge zu gewinnen', [['vendor', 'Ich helfe Handwerkern']]],
    ['Помогаю бизнесу расти', [['vendor', 'Помогаю бизнесу расти']]],
    ['Help Desk Manager | Support Engineer', []],
  ])('%s', (headline, expected) => {
    expect(headlineFlags(headline).map(({ flag, words }) => [flag, words])).toEqual(expected);
  });
});

const job = { title: null, seniority: null, function: null, companyName: null };
/** The flags of a headline, with what its title says left out. */
const read = (headline: string | null | undefined) =>
  headlineFlags(headline, job).map(({ flag, words }) => `${flag}: ${words}`);

test.each<readonly [headline: string, flags: readonly string[]]>([
  // Hashtags, whatever their case; of one flag the first words stay.
  ['#open_to_work', ['jobSeeker: #open_to_work']],
  ['#OpenToNewOpportunities', ['jobSeeker: #OpenToNewOpportunities']],
  ['#LookingForWork', ['jobSeeker: #LookingForWork']],
  ['#job_seeker', ['jobSeeker: #job_seeker']],
  ['#Jobsuche', ['jobSeeker: #Jobsuche']],
  ['#cercolavoro', ['jobSeeker: #cercolavoro']],
  ['#Hiring', ['hiring: #Hiring']],
  ['#WeAreHiringNow', ['hiring: #WeAreHiringNow']],
  ['#wirsuchen', ['hiring: #wirsuchen']],
  ['#EstamosContratando', ['hiring: #EstamosContratando']],
  ['#Recruiter', ['recruiter: #Recruiter']],
  ['#recruiters', []],
  ['#Freelancer', ['freelance: #Freelancer']],
  ['#growth', []],
  ["#hiring | We're hiring", ['hiring: #hiring']],
  ["We're hiring | #hiring", ['hiring: #hiring']],
  ["Join us | We're hiring", ['hiring: Join us']],
  // Words, as written, in each part and behind each comma.
  ["We're hiring engineers", ["hiring: We're hiring"]],
  ['CEO | Looking  for a role', ['jobSeeker: Looking for']],
  ['CEO, Talent Acquisition', ['recruiter: Talent Acquisition']],
  ['CEO,retired', ['retired: retired']],
  ['Retired, open to work', ['jobSeeker: open to work', 'retired: Retired']],
  ['Self-employed', ['freelance: Self-employed']],
  // "Former" begins what it speaks of.
  ['Former CEO', ['former: Former']],
  ['CEO, former CTO', ['former: former']],
  ['CEO former CTO', []],
  // "Acting" stands beside a rank.
  ['Acting CFO', ['interim: Acting']],
  ['CFO acting', ['interim: acting']],
  ['Acting Northwind', []],
  // Who hires, and who is called so.
  ['Hiring', ['hiring: Hiring']],
  ['Hiring engineers', ['hiring: Hiring']],
  ['Hiring manager', []],
  ['Hiring Managers', []],
  ['Hiring Lead', []],
  ['Hiring Director', []],
  ['Hiring Coordinator', []],
  ['Hiring Partner', []],
  ['Freelance Manager', ['freelance: Freelance']],
  ['Retired Director', ['retired: Retired']],
  ['Northwind, CEO retired', ['retired: retired']],
  ['We are hiring engineers in Berlin', ['hiring: We are hiring']],
  ['Hiring a manager', ['hiring: Hiring']],
  // Within words that are written without spaces: of two signs and more, former ones at the beginning.
  ['前職営業', ['former: 前職営業']],
  ['営業前職', []],
  ['元営業', []],
  ['営業募集中', ['hiring: 営業募集中']],
  ['東京 営業退職', ['retired: 営業退職']],
  // The whole clause of who wishes, and of who offers.
  ['CEO, Aspiring Director | Northwind', ['aspiring: Aspiring Director']],
  ['Aspiring', []],
  ['CEO | I help founders, a lot', ['vendor: I help founders']],
  ['We support growth', ['vendor: We support growth']],
  ['Helpings', []],
  ['CEO helping founders', []],
  ['我帮助企业', []],
  ['帮助企业', ['vendor: 帮助企业']],
  ['企業を応援', ['vendor: 企業を応援']],
  ['', []],
])('flags of "%s": %j', (headline, flags) => expect(read(headline)).toEqual(flags));

test('no headline has no flags, and of a long one 400 characters are read', () => {
  expect([read(null), read(undefined)]).toEqual([[], []]);
  expect(read(`${'x'.repeat(392)} #hiring`)).toEqual(['hiring: #hiring']);
  expect(read(`${'x'.repeat(394)} #hiring`)).toEqual([]);
  expect(read(`${'x '.repeat(196)}| Hiring`)).toEqual(['hiring: Hiring']);
  expect(read(`${'x '.repeat(198)}| Hiring`)).toEqual([]);
});

test('students and volunteers are told by their title, and an offer that is a title is none', () => {
  const flags = (headline: string, title: string | null, seniority: 'training' | 'unpaid' | 'senior') =>
    headlineFlags(headline, { ...job, title, seniority }).map(({ flag, words }) => `${flag}: ${words}`);
  expect(flags('Acme', 'Trainee', 'training')).toEqual(['student: Trainee']);
  expect(flags('Acme', 'Helper', 'unpaid')).toEqual(['volunteer: Helper']);
  expect(flags('Acme', 'Senior', 'senior')).toEqual([]);
  expect(flags('Acme', null, 'training')).toEqual([]);
  expect(flags('Acme', null, 'unpaid')).toEqual([]);
  expect(flags('Supporting Nurse', 'Supporting Nurse', 'senior')).toEqual([]);
  expect(flags('Supporting Nurse', 'Nurse', 'senior')).toEqual([]);
  expect(flags('Supporting nurses', 'Nurse', 'senior')).toEqual(['vendor: Supporting nurses']);
});

test('flags are named in one order', () => {
  expect(headlineFlagNames.join(' ')).toBe(
    'jobSeeker hiring recruiter student aspiring interim freelance retired vendor volunteer former',
  );
  const all =
    'Former CEO | Helping you | Retired | Freelancer | Interim CEO | Aspiring VP | Recruiter | Hiring | Job seeker';
  expect(read(all).map((line) => line.split(':')[0])).toEqual([
    'jobSeeker',
    'hiring',
    'recruiter',
    'aspiring',
    'interim',
    'freelance',
    'retired',
    'vendor',
    'former',
  ]);
});
