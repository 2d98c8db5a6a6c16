/** Functions that stand beside a title. */
import { parseHeadline } from './headline';

test.each([
  // Behind it, in brackets, behind a bar or a comma, and behind the company.
  ['Teamleder | Løn | Visma DataLøn', 'hr'],
  ['Assistant General Manager (Finance) at NTPC Limited', 'finance'],
  ['GM - Purchase, Vindhya Cement Ltd.', 'procurement'],
  ['Manager at Acme GmbH | Procurement', 'procurement'],
  // Up to the word that joins the company.
  ['General Manager, Finance at Acme GmbH', 'finance'],
  ['Managing Director, HR at Barclays', 'hr'],
  ['副总裁(供应链),三一重工', 'operations'],
  ['インターン @ SmartHR（マーケ）', 'marketing'],
  // In front of it, and in front of the company.
  ['עורכת דין, שותפה', 'legal'],
  ['Lawyer | Manager at Acme GmbH', 'legal'],
  // A law firm's partner is a lawyer, whatever field is named.
  ['שותף במיתר עורכי דין, תחום מיסים', 'legal'],
  // The title itself decides.
  ['Marketing Manager | Finance', 'marketing'],
  ['CEO | Finance', 'management'],
  // Ranks, unknown words, long parts and other sentences say nothing.
  ['Manager at Acme GmbH | finance and cats', null],
  ['Manager at Acme GmbH | Board member', null],
  ['Manager at Acme GmbH | aspiring accountant', null],
  ['Manager', null],
  // What a student names is what they study.
  ['Student at Oxford University, Finance', null],
])('%s: %s', (headline, work) => {
  expect(parseHeadline(headline).function).toBe(work);
});
