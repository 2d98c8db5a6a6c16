/** Who holds a listed title, and who only prepares or assists. */
import { isListed, listedTitle, openingOf } from './listed-title';
import { titlePhrase } from '../company/names';

const isTitle = (listed: string, title: string) => isListed(listedTitle(listed), title, titlePhrase(title));

test('a listed title keeps what it says of helpers', () => {
  const { title, lesser } = listedTitle('Junior Supply Chain Analyst');
  expect([title, [...lesser]]).toEqual(['Junior Supply Chain Analyst', ['entry', 'analyst']]);
  expect([...listedTitle('Supply Chain').lesser]).toEqual([]);
  expect([...listedTitle('Head of Analyst Relations').lesser]).toEqual([]);
});

test.each<readonly [listed: string, title: string, is: boolean]>([
  ['VP Sales', 'VP Sales DACH', true],
  ['VP Sales', 'Sales', false],
  ['Supply Chain', 'Supply Chain', true],
  ['Supply Chain', 'Supply Chains', false],
  // Levels that decide: a helper's word beside them is about others.
  ['Supply Chain', 'Founder Supply Chain Analyst', true],
  ['Supply Chain', 'Partner Supply Chain Analyst', true],
  ['Supply Chain', 'VP Supply Chain Analyst', true],
  ['Supply Chain', 'Chief Supply Chain Officer', true],
  ['Supply Chain', 'COO Supply Chain Analyst', true],
  ['Supply Chain', 'Director Supply Chain Analyst', true],
  ['Supply Chain', 'Manager Supply Chain Analyst', true],
  ['Supply Chain', 'Senior Supply Chain Analyst', false],
  ['Supply Chain', 'Supply Chain Analyst', false],
  // Those who begin, learn or help for nothing.
  ['Supply Chain', 'Senior Supply Chain', true],
  ['Supply Chain', 'Junior Supply Chain', false],
  ['Supply Chain', 'Supply Chain Intern', false],
  ['Supply Chain', 'Supply Chain Volunteer', false],
  // Unless the listed title says so itself, all of it.
  ['Junior Supply Chain', 'Junior Supply Chain', true],
  ['Junior Supply Chain', 'Junior Supply Chain Analyst', false],
  ['Supply Chain Analyst', 'Supply Chain Analyst', true],
  ['Supply Chain Analyst', 'Senior Supply Chain Analyst', true],
  ['Supply Chain Analyst', 'Junior Supply Chain Analyst', false],
  ['Supply Chain Analyst', 'Supply Chain Analyst Assistant', false],
  // A helper by a whole word, by the end of a compound, whatever the gender.
  ['Einkauf', 'Sachbearbeiterin Einkauf', false],
  ['Einkauf', 'Hauptsachbearbeiterin Einkauf', false],
  ['Einkauf', 'Trainee Einkauf', false],
  // A whole word of the list is no end of another.
  ['Einkauf', 'Superclerk Einkauf', true],
  ['Sachbearbeiter Einkauf', 'Sachbearbeiterin Einkauf', true],
  ['営業', '営業 主任', true],
  ['営業', '営業 アシスタント', false],
  ['営業', '営業 主任アシスタント', false],
  ['Executive', 'Executive Assistant to the CFO', false],
])('"%s" is what "%s" is: %s', (listed, title, is) => expect(isTitle(listed, title)).toBe(is));

test.each([
  ['Icemaker, Moose Creek Curling Club', 'Icemaker'],
  ['Reineier | Lávka reinbeitedistrikt', 'Reineier'],
  ['Tea Maker at Lupande Tea', 'Tea Maker'],
  ['Tea Maker @ Lupande', 'Tea Maker'],
  ['Co-Founder – Acme', 'Co-Founder'],
  ['Clerk of Works (Minster)', 'Clerk of Works'],
  ['蔵元', '蔵元'],
  [' | Acme', ''],
  ['', ''],
])('what opens a headline: %s', (headline, opening) => expect(openingOf(headline)).toBe(opening));

test('of a long headline the first 100 characters are looked at', () => {
  expect(openingOf('a'.repeat(300))).toBe('a'.repeat(100));
});
