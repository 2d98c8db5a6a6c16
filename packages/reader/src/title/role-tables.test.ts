/** How strongly words name a function: longer phrases more, people and projects less than what they work on. */
import { roleOf } from './role';
import { functions, ranks, smallWords, tails } from './role-tables';
import { wordsOf } from '../text/words';

test.each([
  // Of equals the first.
  ['Engineering Sales', 'engineering'],
  ['Software Marketing', 'engineering'],
  ['Operations Marketing', 'operations'],
  // A longer phrase, wherever it stands.
  ['Business Development Marketing', 'sales'],
  ['Marketing Business Development', 'sales'],
  ['Marketing Human Resources', 'hr'],
  ['Supply Chain Marketing', 'operations'],
  // A person who does it as an engineer, consultant, teacher or assistant.
  ['Engineer Marketing', 'marketing'],
  ['Developer Marketing', 'marketing'],
  ['Techniker Vertrieb', 'sales'],
  ['Ingénieur Marketing', 'marketing'],
  ['Inżynier Sprzedaży', 'sales'],
  ['Инженер продаж', 'sales'],
  ['エンジニア 営業', 'sales'],
  ['مهندس مبيعات', 'sales'],
  ['Consultant Marketing', 'marketing'],
  ['Berater Marketing', 'marketing'],
  ['Teacher Marketing', 'marketing'],
  ['Secretary Marketing', 'marketing'],
  ['Engineering', 'engineering'],
  ['Developer', 'engineering'],
  // A project is one of something.
  ['Chef de projet marketing', 'marketing'],
  ['Projekt Vertrieb', 'sales'],
  ['Progetto Marketing', 'marketing'],
  ['Project Manager', 'operations'],
  ['Projet', 'operations'],
  // IT is where others are sold or bought, too; weak words count alone.
  ['IT Marketing', 'marketing'],
  ['IT', 'it'],
  ['Underwriting Marketing', 'marketing'],
  ['Marketing Underwriting', 'marketing'],
  ['Underwriting', 'finance'],
  ['Owner of a Marketing Agency', 'management'],
])('%s works in %s', (title, jobFunction) => expect(roleOf(title).function).toBe(jobFunction));

test('what each table knows of a word', () => {
  const first = (text: string) => wordsOf(text);
  expect(ranks().at(first('junior'), 0)?.row).toEqual({ level: 'entry', kind: 'lower' });
  expect(ranks().at(first('product owner'), 0)?.row).toEqual({ level: null, kind: 'rank' });
  expect(ranks().at(first('board member'), 0)?.row).toEqual({ level: 'director', kind: 'side' });
  expect(ranks().at(first('assistant to'), 0)?.row).toEqual({ level: null, kind: 'cut' });
  expect(functions().at(first('founder'), 0)?.row).toEqual({ function: 'management', strength: 0 });
  expect(functions().at(first('underwriting'), 0)?.row).toEqual({ function: 'finance', strength: 0 });
  expect(functions().at(first('IT'), 0)?.row).toEqual({ function: 'it', strength: 0.3 });
  expect(functions().at(first('human resources'), 0)?.row).toEqual({ function: 'hr', strength: 2 });
  expect(functions().at(first('sales'), 0)?.row).toEqual({ function: 'sales', strength: 1.005 });
  expect(functions().at(first('engineer'), 0)?.row).toEqual({ function: 'engineering', strength: 0.808 });
  expect(functions().at(first('juniors'), 0)?.row).toEqual({ function: null, strength: 1 });
  expect([smallWords().at(first('regional'), 0)?.row, tails().at(first('assistant'), 0)?.row]).toEqual([true, true]);
  expect([smallWords().at(first('sales'), 0), tails().at(first('sales'), 0)]).toEqual([undefined, undefined]);
});
