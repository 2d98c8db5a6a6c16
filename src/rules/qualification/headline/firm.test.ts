import { workOfPartners } from './firm';

test.each([
  ['Crowhurst Bell Solicitors', 'legal'],
  ['Delcourt Marchetti Avocats', 'legal'],
  ['Müller Rechtsanwälte', 'legal'],
  ['Kancelaria Prawna Wrona', 'legal'],
  ['Δικηγορική εταιρεία Βερέμης', 'legal'],
  ['正衡律师事务所', 'legal'],
  ['법무법인 정림', 'legal'],
  ['ברקאי לשם עורכי דין', 'legal'],
  ['AK Jelínková Dub', 'legal'],
  ['Müller Steuerberatung', 'finance'],
  ['Müller Steuerberatung und Rechtsanwälte', 'finance'],
  ['Copperline Ventures', 'finance'],
  ['Thornbury Growth Equity', 'finance'],
  ['Demirel Yeminli Mali Müşavirlik', 'finance'],
  ['KPMG España', 'finance'],
  ['Hill Architects', 'engineering'],
  // Words within others, and firms whose name says nothing.
  ['Lawson & Akers', null],
  ['Taxi Berlin', null],
  ['Outlaw Studios', null],
  ['Garrigues', null],
  ['', null],
])('partners of %j: %s', (company, work) => {
  expect(workOfPartners(company)).toBe(work);
});
