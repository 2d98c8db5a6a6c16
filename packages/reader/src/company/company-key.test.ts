import { vocabularyFiles } from '../text/vocabulary-file';
import { accountSlug, companyKey, companyKeys, displayName } from './company-key';

it.each([
  ['Acme', 'acme'],
  ['ACME, Inc.', 'acme'],
  ['Acme Corp', 'acme'],
  ['Müller & Söhne GmbH & Co. KG', 'mullersohne'],
  ['Société Générale S.A.', 'societegenerale'],
  ['Rossi S.p.A.', 'rossi'],
  ['Kowalski Sp. z o.o.', 'kowalski'],
  ['AG', 'ag'],
  ['Co', 'co'],
  ['The Limited', 'the'],
  ['日本電気株式会社', '日本電気'],
  ['***', ''],
])('companyKey(%j) is %j', (name, key) => {
  expect(companyKey(name)).toBe(key);
});

it.each([
  ['Acme, Inc.', 'acme'],
  ['Velthuis & Vane', 'velthuis-vane'],
  ['日本電気', ''],
  [`${'very '.repeat(30)}long`, 'very-very-very-very-very-very-very-very-very-ver'],
])('accountSlug(%j) is %j', (name, slug) => {
  expect(accountSlug(name)).toBe(slug);
});

/** A legal form, an article or a word for a group before the name is no part of it; alone it is the name. */
it.each([
  ['ООО Ромашка', 'Ромашка'],
  ['ПАО Сбербанк', 'Сбербанк'],
  ['АО Тандер', 'Тандер'],
  ['ТОВ Рошен', 'Рошен'],
  ['OOO Romashka', 'Romashka'],
  ['PT Astra International', 'Astra International'],
  ['PT. Astra International', 'Astra International'],
  ['UD Sumber Jaya', 'Sumber Jaya'],
  ['شركة النور', 'النور'],
  ['S.C. Dedeman S.R.L.', 'Dedeman'],
  ['The Body Shop', 'Body Shop'],
  ['Groupe Casino', 'Casino'],
  ['Gruppo Ferrero', 'Ferrero'],
  ['Grupo Bimbo', 'Bimbo'],
  ['Группа Черкизово', 'Черкизово'],
])('%j is %j', (written, name) => {
  expect(companyKey(written)).toBe(companyKey(name));
});
it.each([
  ['Astra PT', 'Astra'],
  ['SC Freiburg', 'Freiburg'],
  ['Body The Shop', 'Body Shop'],
  ['Casino Groupe Deux', 'Casino Deux'],
])('%j is another one than %j', (written, name) => {
  expect(companyKey(written)).not.toBe(companyKey(name));
});
it.each(['PT', 'The', 'Groupe', 'ООО', 'SC'])('%j alone is its name', (name) => {
  expect(companyKey(name)).not.toBe('');
});

/** Names in Cyrillic and Greek as their companies write them in Latin letters: one of the keys of the one is that of the other. */
it.each([
  ['Газпром', 'Gazprom'],
  ['Сбербанк', 'Sberbank'],
  ['Лукойл', 'Lukoil'],
  ['Роснефть', 'Rosneft'],
  ['Аэрофлот', 'Aeroflot'],
  ['Касперский', 'Kasperskiy'],
  ['Магнит', 'Magnit'],
  ['Мегафон', 'Megafon'],
  ['Вымпелком', 'Vympelkom'],
  ['Щёкиноазот', 'Shchekinoazot'],
  ['Жигули', 'Zhiguli'],
  ['Цемент', 'Tsement'],
  ['Чайка', 'Chayka'],
  ['Шахта', 'Shakhta'],
  ['Объект', 'Obekt'],
  ['Юность', 'Yunost'],
  ['Ёлка', 'Elka'],
  ['Київстар', 'Kyivstar'],
  ['Нафтогаз', 'Naftohaz'],
  ['Ґрунт', 'Grunt'],
  ['Єдність', 'Yednist'],
  ['Юність', 'Iunist'],
  ['Яблуко', 'Iabluko'],
  ['Їжак', 'Izhak'],
  ['Ελλάδα', 'Ellada'],
  ['Βικος', 'Vikos'],
  ['Φαγε', 'Fage'],
  ['Δωδώνη', 'Dodoni'],
  ['Ξένια', 'Xenia'],
  ['Ζαγόρι', 'Zagori'],
  ['Θέρμη', 'Thermi'],
  ['Ψαράς', 'Psaras'],
  ['Χίος', 'Chios'],
  ['Λάμδα', 'Lamda'],
  ['Πειραιώς', 'Peiraios'],
  ['Κύκνος', 'Kyknos'],
])('%s is also %s', (written, latin) => {
  const keys = companyKeys(written);
  expect(companyKeys(latin).some((key) => keys.includes(key))).toBe(true);
});

/** Letters that stand alone have stops behind them as often as not: "e.K.", "s.r.o.", "m.b.H.". */
const withStops = (form: string) => form.replace(/(?<!\p{L})(\p{L})(?: |$)(?=\p{L}(?!\p{L})|$)/gu, '$1.');

test('behind a name every listed legal form leaves the same company, in any spelling', () => {
  const forms = vocabularyFiles('companies').flatMap(({ rows }) => rows.map(([form = '']) => form));
  expect(forms.length).toBeGreaterThan(1_000);
  const spellings = (form: string) => [form, form.toUpperCase(), withStops(form), `, ${form}`, `(${form})`];
  const other = forms.flatMap(spellings).filter((form) => companyKey(`Nordwerk ${form}`) !== 'nordwerk');
  expect(other).toEqual([]);
});

test.each(['Nordwerk e.K.', 'Nordwerk e. K.', 'Nordwerk а.д.', 'Nordwerk s.r.o.', 'Nordwerk Gesellsch. m.b.H.'])(
  '%s is said without its legal form',
  (name) => {
    expect(companyKey(name)).toBe('nordwerk');
    expect(displayName(name)).toBe('Nordwerk');
  },
);
