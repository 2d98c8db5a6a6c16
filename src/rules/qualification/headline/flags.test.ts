import { headlineFlags } from './flags';

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
