/** What is a place, one or several, and what stands between two. */
import { isBetweenPlaces, isPlace } from './place';
import { readable, tokensIn } from './tokens';

test.each([
  ...['Germany', 'Berlin', 'Bavaria', 'DACH', 'Deutschland', 'Berlin, Germany', 'Bavaria & Hesse', 'Bavaria and Hesse'],
  ...['Bavaria, Hesse', 'Bavaria , Hesse', 'Bavaria/Hesse', 'Bavaria - Hesse', 'Bavaria–Hesse', 'Bavaria + Hesse'],
  ...['Bavaria; Hesse', 'Bavaria | Hesse', 'Bavaria · Hesse', 'France und Spain', 'France et Spain', 'France y Spain'],
  ...['France e Spain', 'France ed Spain', 'France en Spain', 'France og Spain', 'France och Spain', 'France ja Spain'],
  ...['France i Spain', 'France a Spain', 'France și Spain', 'France és Spain', 'France ve Spain', 'France та Spain'],
  ...['France і Spain', 'France и Spain', 'France και Spain', 'Bavaria, Hesse & Saxony'],
  ...[
    'Bavaria, Hesse,',
    '/Bavaria & Hesse',
    ', Bavaria, Hesse',
    'ישראל',
    'צפון ודרום',
    'مصر والأردن',
    'مصر، الأردن',
    '東京、大阪',
    'Punjab & rest of India',
    'Punjab, Haryana & rest of India',
    // Parts of countries and of cities.
    ...['Sydfyn', 'Sunnmøre', 'Österlen', 'Ruhrgebiet', 'Haute-Savoie', 'Gran Buenos Aires', 'Brianza', 'Twente'],
    ...['Podhale', 'Žižkov', 'Троєщина', 'Химки', 'Esenyurt', 'Hackney', 'المعادي', '浦东新区', '강남'],
  ],
])('%s is a place', (text) => expect(isPlace(text)).toBe(true));

test.each([
  'Acme',
  '',
  ',',
  'Bavaria & Acme',
  'Acme & Bavaria',
  'Manager',
  'Bavaria Hesse Acme',
  'Bavaria & rest of Acme',
  'rest of',
  '& rest of',
])('%j is none', (text) => expect(isPlace(text)).toBe(false));

test.each([
  ...[',', '、', '،', '&', '·', '・', 'and', 'AND', 'und', 'et', 'de', 'و'].map((text) => [text, true] as const),
  ...['|', '-', '.', 'at', 'Acme', 'Bavaria', '/', '+', '@'].map((text) => [text, false] as const),
])('"%s" stands between two: %s', (text, stands) => expect(isBetweenPlaces(tokensIn(readable(text))[0])).toBe(stands));
test('nothing stands between behind the last word', () => expect(isBetweenPlaces(undefined)).toBe(false));
