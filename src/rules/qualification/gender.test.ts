import { matchIcp } from './icp';

const person = (title: string) => ({
  title,
  seniority: null,
  function: null,
  companyName: null,
  companySize: null,
  industry: null,
  country: null,
});
const outcomeOf = (listed: string, title: string) =>
  matchIcp(person(title), { titles: [listed] }).evidence.find(({ criterion }) => criterion === 'role')?.outcome;

test.each([
  ['Enólogo', 'Enóloga'],
  ['Jefe de Alimentación', 'Jefa de Alimentación'],
  ['Director de Compras', 'Directora de Compras'],
  ['Gerente de Producción', 'Gerenta de Producción'],
  ['Engenheiro Agrônomo', 'Engenheira Agrônoma'],
  ['Direttore di stabilimento', 'Direttrice di stabilimento'],
  ['Ingegnere capo', 'Ingegnera capo'],
  ['Directeur technique', 'Directrice technique'],
  ['Chargé de production', 'Chargée de production'],
  ['Infirmier en chef', 'Infirmière en chef'],
  ['Vendeur principal', 'Vendeuse principale'],
  ['Chef de cuisine', 'Cheffe de cuisine'],
  ['Leiter Technik', 'Leiterin Technik'],
  ['Kaufmann', 'Kauffrau'],
  ['Psychologe', 'Psychologin'],
  ['Pflegedienstleiter', 'Pflegedienstleiterin'],
  ['Kierownik zakupów', 'Kierowniczka zakupów'],
  ['Dyrektor handlowy', 'Dyrektorka handlowa'],
  ['Ředitel nákupu', 'Ředitelka nákupu'],
  ['Director comercial', 'Directoare comercială'],
  ['Voditelj nabave', 'Voditeljica nabave'],
  ['Керівник закупівель', 'Керівниця закупівель'],
  ['Директор', 'Директорка'],
  ['Διευθυντής Αγορών', 'Διευθύντρια Αγορών'],
  ['Υπεύθυνος Πωλήσεων', 'Υπεύθυνη Πωλήσεων'],
  ['מנהל רכש', 'מנהלת רכש'],
  ['مدير المشتريات', 'مديرة المشتريات'],
  ['Direktorius', 'Direktorė'],
])('"%s" means "%s" too, and the other way round', (man, woman) => {
  expect([outcomeOf(man, woman), outcomeOf(woman, man)]).toEqual(['match', 'match']);
});

test.each([
  ['Enólogo', 'Agrónoma'],
  ['Leiter Technik', 'Leiterin Einkauf'],
  ['Jefe de Compras', 'Jefa de Ventas'],
  ['Head of Data', 'Head of Sales'],
  ['Director', 'Direct sales'],
])('"%s" is not "%s"', (listed, title) => {
  expect(outcomeOf(listed, title)).not.toBe('match');
});
