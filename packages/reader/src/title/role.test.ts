/** Rank and function of one title: which words decide, and what else a title tells. */
import { isKnownWord, roleOf, topLevelsOf } from './role';

/** `side`, `wholly`, `rank` and `aspiring`: what holds of the title beside rank and function. */
test.each<readonly [title: string, seniority: string | null, jobFunction: string | null, further: string]>([
  ['', null, null, ''],
  ['of', null, null, 'wholly'],
  ['General', null, null, 'wholly'],
  ['Owner', 'owner', 'management', 'wholly rank'],
  ['MD', 'cxo', 'management', 'wholly rank'],
  ['Product Owner', null, 'product', 'wholly rank'],
  ['Director Sales EMEA', 'director', 'sales', 'wholly rank'],
  ['Director Sales Gaffer', 'director', 'sales', 'rank'],
  ['Software Engineer', null, 'engineering', 'wholly'],
  // An assistant is none of those whom they assist.
  ['CEO assistant', null, 'administration', 'wholly rank'],
  ['VP assistant', null, 'administration', 'wholly rank'],
  ['Manager assistant', null, 'administration', 'wholly rank'],
  ['Owner assistant', null, 'administration', 'wholly rank'],
  ['Assistant to the CEO', null, 'administration', 'wholly rank'],
  ['Assistant to the team', null, 'administration', 'wholly rank'],
  ['Assistenz der Geschäftsführung', null, 'administration', 'wholly rank'],
  ['总经理助理', null, 'administration', 'wholly rank'],
  ['助理', null, 'administration', 'wholly rank'],
  ['Sales assistant', null, 'sales', 'wholly rank'],
  ['Senior assistant', 'senior', 'administration', 'wholly rank'],
  // A lower job beside a higher one takes nothing from it, whatever joins them.
  ['CEO and assistant', 'cxo', 'management', 'wholly rank'],
  ['CEO und Assistent', 'cxo', 'management', 'wholly rank'],
  ['CFO & Company Secretary', 'cxo', 'finance', 'rank'],
  ['General Counsel & Corporate Secretary', 'director', 'legal', 'wholly rank'],
  ['Owner / Dental Assistant', 'owner', 'management', 'rank'],
  ['Head of IT + Junior Developer', 'director', 'it', 'wholly rank'],
  ['Omistaja ja assistentti', 'owner', 'management', 'wholly rank'],
  ['Tulajdonos és asszisztens', 'owner', 'management', 'wholly rank'],
  ['בעלים ועוזרת', 'owner', 'management', 'wholly rank'],
  ['社長兼アシスタント', 'cxo', 'management', 'wholly rank'],
  ['CEO & founder assistant', null, 'administration', 'wholly rank'],
  ['Assistant to the CEO & CFO', null, 'administration', 'wholly rank'],
  ['Leiter/in Assistenz', null, 'administration', 'wholly rank'],
  ['Founder, assistant to the CEO', 'owner', 'management', 'wholly rank'],
  // Beginners: below a director, beside those who run the company.
  ['Junior Director', 'entry', null, 'wholly rank'],
  ['Director and intern', 'director', null, 'wholly rank'],
  ['Director intern', 'training', null, 'wholly rank'],
  ['Junior CEO', 'cxo', 'management', 'wholly rank'],
  ['Junior assistant', 'entry', 'administration', 'wholly rank'],
  ['Junior Manager assistant', 'entry', 'administration', 'wholly rank'],
  // Beside a job.
  ['Angel investor', null, 'finance', 'side wholly rank'],
  ['Angel investor and CEO', 'cxo', 'management', 'wholly rank'],
  ['Board member', 'director', 'management', 'side wholly rank'],
  ['Non-Executive Director, Chair & Mentor', 'director', 'management', 'side wholly rank'],
  ['Mentor', null, 'education', 'side wholly rank'],
  ['Advisor', null, 'consulting', 'side wholly rank'],
  // Wishes.
  ['Aspiring VP', 'vp', null, 'wholly rank aspiring'],
  ['Aspiring', 'training', null, 'wholly rank'],
  ['VP, aspiring', 'vp', null, 'wholly rank'],
  // Functions: the strongest, of equals the first; who owns a company runs it.
  ['Head of Sales & Marketing', 'director', 'sales', 'wholly rank'],
  ['Marketing and Sales', null, 'marketing', 'wholly'],
  ['HR Administration', null, 'hr', 'wholly'],
  ['Administration HR', null, 'hr', 'wholly'],
  ['Consultant Finance', null, 'finance', 'wholly'],
  ['Sales Engineer', null, 'sales', 'wholly'],
  ['Vertriebsingenieur', null, 'sales', 'wholly'],
  ['VP Strategic Partnerships', 'vp', 'sales', 'wholly rank'],
  ['Strategic Sales', null, 'sales', 'wholly'],
  ['Owner Sales', 'owner', 'management', 'wholly rank'],
  ['Founder & CEO Marketing', 'owner', 'marketing', 'wholly rank'],
  ['Majitel truhlářství', 'owner', 'management', 'wholly rank'],
  // A trade outside the list loses to anything else that is named, a weak word or the running of a company too.
  ['Winemaker and General Manager', 'manager', 'management', 'wholly rank'],
  ['Firefighter/Paramedic', null, 'health', 'wholly'],
  ['Police Officer, Fraud Investigator', null, 'finance', 'wholly'],
  ['Barista', null, 'other', 'wholly'],
  ['Police Officer and farmer', null, 'other', 'wholly'],
  // "MD" beside medicine, and in Korean.
  ['MD Cardiology', null, 'health', 'wholly'],
  ['패션 MD', null, 'sales', ''],
  ['Director MD', 'cxo', 'management', 'wholly rank'],
  // Compounds, and words without spaces.
  ['Einkaufsleiter', 'director', 'procurement', 'wholly rank'],
  ['Projektleiter Vertrieb', 'manager', 'sales', 'wholly rank'],
  ['エンジニア', null, 'engineering', 'wholly'],
  ['営業部長', 'director', 'sales', 'wholly rank'],
  ['営業部長X', 'director', 'sales', 'rank'],
])('%j is %s in %s: %s', (title, seniority, jobFunction, further) => {
  const role = roleOf(title);
  const marks = [
    role.sideOnly ? 'side' : '',
    role.wholly ? 'wholly' : '',
    role.namesRank ? 'rank' : '',
    role.aspiring ? 'aspiring' : '',
  ];
  expect([role.seniority, role.function, marks.filter((word) => word !== '').join(' ')]).toEqual([
    seniority,
    jobFunction,
    further,
  ]);
});

test.each([
  ['Founder & CEO', ['owner', 'cxo']],
  ['CEO', ['cxo']],
  ['Assistant to the CEO', []],
  ['Founder, assistant to the CEO', ['owner']],
  // What is done beside a job, and a beginner's word, are no level of theirs.
  ['Board member and Partner', ['partner']],
  ['Junior Director', ['director']],
  ['Product Owner', []],
  ['Clerk', []],
])('%s holds %j', (title, levels) => expect([...topLevelsOf(title)]).toEqual(levels));

test.each([
  ['sales', true],
  ['manager', true],
  ['vertriebsleiter', true],
  ['datasales', true],
  ['salesmarketing', true],
  // Each part has four letters or more.
  ['itsales', false],
  ['hrsales', false],
  ['xyz', false],
  ['a'.repeat(61), false],
])('%s is a word of titles: %s', (word, known) => expect(isKnownWord(word)).toBe(known));

test.each([
  ['Boulanger-pâtissier, gérant', 'management'],
  ['Friseurin, Inhaberin', 'management'],
  // A trade alone, and a function that is one.
  ['Boulanger-pâtissier', 'other'],
  ['Gérant, ventes', 'sales'],
])('who runs a trade manages it: %s', (title, work) => {
  expect(roleOf(title).function).toBe(work);
});

test.each([
  // Of who runs the firm alone, another job without a rank is a lower one, whatever joins them.
  ['Geschäftsführer sowie Buchhalter', 'cxo', 'management'],
  ['Genel Müdür ve Muhasebeci', 'cxo', 'management'],
  ['Gerente general e ingeniero', 'cxo', 'management'],
  ['Konserndirektør Digital og IT', 'cxo', 'it'],
  // An assistant's job behind one's own.
  ['Directrice générale et assistante de direction', 'cxo', 'management'],
  ['CEO & Assistant to the Chairman', 'cxo', 'management'],
  ['Assistant to the CEO & CFO', null, 'administration'],
  ['Executive Assistant to CEO and Chairman', null, 'administration'],
  // Between marks, where the lower job is nobody's assistant.
  ['COO, Company Secretary', 'cxo', 'operations'],
  ['CFO - Company Secretary', 'cxo', 'finance'],
  ['Owner; Dental Assistant', 'owner', 'management'],
  ['Geschäftsleitung, Persönliche Assistentin', null, 'administration'],
  ['CEO Office, Executive Assistant', null, 'administration'],
  ['Manager - Credit Risk Analytics', 'manager', 'finance'],
])('%s: the highest rank and its field', (title, seniority, field) => {
  const role = roleOf(title);
  expect([role.seniority, role.function]).toEqual([seniority, field]);
});
