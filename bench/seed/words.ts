/** The vocabulary of the made-up world: enough different words that an index over them is as wide as a real one. */
import { pick, seeded, type Random } from './random';

const starts = 'b br c ch d dr f fr g gr h j k kl kr l m n p pr r s sh st t th tr v w z'.split(' ');
const middles = 'a e i o u ai ea ia ie io ou'.split(' ');
const ends = 'l n r s t ld nd ng rk rn rt st x m ck'.split(' ');

function coined(random: Random, syllables: number): string {
  let word = '';
  for (let n = 0; n < syllables; n += 1) word += pick(random, starts) + pick(random, middles);
  word += pick(random, ends);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function distinct(seed: number, count: number, make: (random: Random) => string): string[] {
  const random = seeded(seed);
  const words = new Set<string>();
  while (words.size < count) words.add(make(random));
  return [...words];
}

const realFirst =
  'Anna James Maria Peter Sofia John Laura David Julia Michael Emma Thomas Sarah Daniel Lena Mark Elena Robert Nina Paul José Zoë Jürgen Chloé Łukasz Søren Björn Ana Priya Wei Fatima Omar Yuki Ingrid Marta Pedro Olga Ivan Aisha Noah'.split(
    ' ',
  );
const realLast =
  'Smith Müller García Johnson Schmidt Martin Rossi Silva Nguyen Kim Patel Brown Jones Andersen Novák Kowalski Ivanova Dubois Moreau Fischer Weber Lopez Tanaka Chen Singh Khan Haddad Okafor Jensen Lindqvist'.split(
    ' ',
  );

export const firstNames = [
  ...realFirst,
  ...distinct(11, 1_400, (random) => coined(random, 1 + (random() < 0.5 ? 1 : 0))),
];
export const lastNames = [...realLast, ...distinct(12, 9_000, (random) => coined(random, 2))];

const kinds =
  'Systems Labs Group Partners Software Analytics Health Energy Logistics Media Bank Studio Networks Foods Robotics Security'.split(
    ' ',
  );
/** 36,000 companies. */
export const companies = distinct(13, 36_000, (random) => {
  const name = coined(random, random() < 0.7 ? 2 : 1);
  return random() < 0.75 ? `${name} ${pick(random, kinds)}` : `${name} & ${coined(random, 1)}`;
});

export const industries = [
  'Software Development',
  'Banking',
  'Hospitals and Health Care',
  'Advertising Services',
  'Manufacturing',
  'Retail',
  'Business Consulting and Services',
  'Financial Services',
  'Higher Education',
  'Telecommunications',
] as const;
export const sizes = ['1', '2-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'];
export const countries = ['US', 'DE', 'GB', 'FR', 'ES', 'NL', 'SE', 'IN', 'BR', 'PL', 'CA', 'AU'];

/** Title, seniority, function. */
export const jobs = [
  ['Chief Executive Officer', 'cxo', 'executive'],
  ['Co-Founder & CEO', 'owner', 'executive'],
  ['VP of Sales', 'vp', 'sales'],
  ['Head of Growth', 'director', 'marketing'],
  ['Director of Marketing', 'director', 'marketing'],
  ['Marketing Manager', 'manager', 'marketing'],
  ['Account Executive', 'senior', 'sales'],
  ['Sales Development Representative', 'entry', 'sales'],
  ['Senior Software Engineer', 'senior', 'engineering'],
  ['Engineering Manager', 'manager', 'engineering'],
  ['Product Manager', 'manager', 'product'],
  ['Product Designer', 'senior', 'design'],
  ['Data Scientist', 'senior', 'engineering'],
  ['Talent Acquisition Partner', 'senior', 'human_resources'],
  ['Chief Financial Officer', 'cxo', 'finance'],
  ['Customer Success Manager', 'manager', 'support'],
  ['Operations Director', 'director', 'operations'],
  ['Consultant', 'senior', 'consulting'],
] as const;

export const topics =
  'growth pipeline outbound demand generation revenue operations machine learning cloud security hiring culture storytelling pricing retention onboarding community analytics automation compliance sustainability procurement branding negotiation leadership'.split(
    ' ',
  );
export const audiences = ['founders', 'B2B teams', 'agencies', 'SaaS companies', 'manufacturers', 'banks', 'clinics'];
