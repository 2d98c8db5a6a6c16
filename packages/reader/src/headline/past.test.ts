/** What was, is sought or is wished for is no job of today, in every language of the lists. */
import { parseHeadline } from './headline';
import { wordRows } from '../text/vocabulary';

/** Of letters written without spaces single ones stand in too many words: 前, 元, 전. */
const isOneLetter = (phrase: string) => /^[\u3040-\u9fff\uac00-\ud7a3]$/.test(phrase);

const phrases = wordRows().filter(
  ({ kind, form, phrase }) =>
    ['past', 'seek', 'retired', 'aspire'].includes(kind) && form === 'word' && !isOneLetter(phrase),
);

test('the control: without such words the job is read', () => {
  expect(parseHeadline('CEO at Northwind')).toMatchObject({ title: 'CEO', companyName: 'Northwind' });
});

test.each(['CEO at Northwind', 'Sales Director, Acme GmbH', 'Marketing Manager | ', 'CFO of Northwind and Contoso'])(
  'no listed word in front of "%s" leaves a title or an employer',
  (job) => {
    const read = phrases.map(({ language, phrase }) => ({ language, phrase, ...parseHeadline(`${phrase} ${job}`) }));
    expect(read.length).toBeGreaterThan(400);
    expect(read.filter(({ title, companyName }) => title !== null || companyName !== null)).toEqual([]);
  },
);

test.each([
  ['Former CEO at Northwind | CFO at Contoso', 'CFO', 'Contoso'],
  ['Former CEO at Northwind. Now CFO at Contoso', 'CFO', 'Contoso'],
  ['CFO at Contoso, formerly Northwind', 'CFO', 'Contoso'],
  ['CFO at Contoso (ex Northwind)', 'CFO', 'Contoso'],
  ['#OpenToWork Sales Director', 'Sales Director', null],
  ['Former CEO at IBM. CFO at Contoso', 'CFO', 'Contoso'],
  ['Former CEO at IBM; CFO at Contoso', 'CFO', 'Contoso'],
  ['Ent. toimitusjohtaja, Northwind', null, null],
  ['Sairaanhoitaja (ent. Attendo)', 'Sairaanhoitaja', null],
  ['Engineer (prev. Google)', 'Engineer', null],
  ['Myyntipäällikkö (ent. Fondia), nyk. Elisa', 'Myyntipäällikkö', 'Elisa'],
  ['מנכ"ל לשעבר, חברת נורדיק', null, null],
  ['Filialleiterin bei Northwind', 'Filialleiterin', 'Northwind'],
  ['Filialleiterin i.R.', null, null],
  ['Vertriebsleiter a. D.', null, null],
  ['Geschäftsführer, Oberst a.D.', 'Geschäftsführer', null],
  ['Berater | Oberst a. D.', 'Berater', null],
  ['Oberst a. D., Berater bei Northwind GmbH', 'Berater', 'Northwind GmbH'],
  ['삼성전자 출신 | CFO at Contoso', 'CFO', 'Contoso'],
])('%s', (headline, title, companyName) => {
  expect(parseHeadline(headline)).toMatchObject({ title, companyName });
});
