/**
 * Places as profiles write them, from lists of the countries' own states and regions: the tables are held by what they must know, not
 * by themselves.
 */
import { countryOf, parseLocation } from './location';

/** States and regions, by country, as an atlas has them. */
const atlas: Readonly<Record<string, string>> = {
  DE: `Baden-Württemberg|Bavaria|Berlin|Brandenburg|Bremen|Hamburg|Hesse|Lower Saxony|Mecklenburg-Vorpommern|North Rhine-Westphalia|
    Rhineland-Palatinate|Saarland|Saxony|Saxony-Anhalt|Schleswig-Holstein|Thuringia|Bayern|Hessen|Niedersachsen|Nordrhein-Westfalen|
    Rheinland-Pfalz|Sachsen|Sachsen-Anhalt|Thüringen`,
  AT: `Burgenland|Carinthia|Lower Austria|Upper Austria|Salzburg|Styria|Tyrol|Vorarlberg|Vienna|Kärnten|Niederösterreich|Oberösterreich|
    Steiermark|Tirol|Wien`,
  FR: `Île-de-France|Auvergne-Rhône-Alpes|Provence-Alpes-Côte d'Azur|Occitanie|Nouvelle-Aquitaine|Hauts-de-France|Grand Est|Bretagne|
    Normandie|Pays de la Loire|Bourgogne-Franche-Comté|Centre-Val de Loire`,
  GB: `England|Scotland|Wales|Northern Ireland`,
  IT: `Lombardy|Lazio|Piedmont|Veneto|Emilia-Romagna|Tuscany|Lombardia|Piemonte|Toscana`,
  ES: `Cataluña|Andalucía|Comunidad Valenciana|País Vasco|Galicia|Comunidad de Madrid`,
  NL: `North Holland|South Holland|Utrecht|North Brabant|Gelderland|Noord-Holland|Zuid-Holland|Noord-Brabant`,
  AU: `New South Wales|Victoria|Queensland|Western Australia|South Australia|Tasmania`,
  US: `Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|
    Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|
    New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|
    South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming`,
  CA: `Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Quebec|
    Saskatchewan`,
};
const rows = Object.entries(atlas).flatMap(([country, names]) =>
  names.split('|').map((name) => [country, name.trim()] as const),
);

test.each(rows)('%s: %s is a region of it', (country, region) => {
  const written = new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? '';
  const place = parseLocation(`Somewhere, ${region}, ${written}`);
  expect([place.country, place.region === null]).toEqual([country, false]);
});

/** Countries as their own people and their neighbours call them. */
test.each(
  `DE:Germany,Deutschland,Allemagne,Alemania,Germania,Duitsland,Alemanha,Tyskland,Niemcy
   FR:France,Frankreich,Francia,Frankrijk,França,Frankrike,Frankrig,Francja
   ES:Spain,Spanien,Espagne,España,Spagna,Spanje,Espanha,Hiszpania
   NL:Netherlands,Niederlande,Pays-Bas,Países Bajos,Paesi Bassi,Nederland,Holandia
   CH:Switzerland,Schweiz,Suisse,Suiza,Svizzera,Zwitserland,Suíça,Szwajcaria
   AT:Austria,Österreich,Autriche,Oostenrijk,Áustria,Østrig
   SE:Sweden,Schweden,Suède,Suecia,Svezia,Zweden,Sverige,Szwecja
   DK:Denmark,Dänemark,Danemark,Dinamarca,Danimarca,Denemarken,Danmark
   PL:Poland,Polen,Pologne,Polonia,Polska
   US:United States,Vereinigte Staaten,États-Unis,Estados Unidos,Stati Uniti,Verenigde Staten,USA
   BR:Brazil,Brasilien,Brésil,Brasil,Brasile,Brazilië,Brazylia
   IT:Italy,Italien,Italie,Italia,Itália,Włochy`
    .split('\n')
    .flatMap((line) => {
      const [code = '', names = ''] = line.trim().split(':');
      return names.split(',').map((name) => [name, code] as const);
    }),
)('%s is %s', (name, code) => {
  expect([countryOf(name), parseLocation(name).country]).toEqual([code, code]);
});

/** Large cities, alone and as the middle of what is around them. */
test.each([
  ['Munich', 'DE'],
  ['München', 'DE'],
  ['Greater Hamburg', 'DE'],
  ['Lyon', 'FR'],
  ['Paris et périphérie', 'FR'],
  ['Milan', 'IT'],
  ['Greater Barcelona Metropolitan Area', 'ES'],
  ['Amsterdam Area', 'NL'],
  ['Zurich', 'CH'],
  ['Zürich', 'CH'],
  ['Vienna', 'AT'],
  ['Stockholm', 'SE'],
  ['Copenhagen', 'DK'],
  ['Oslo', 'NO'],
  ['Helsinki', 'FI'],
  ['Warsaw', 'PL'],
  ['Prague', 'CZ'],
  ['London Area', 'GB'],
  ['Greater Manchester', 'GB'],
  ['Dublin', 'IE'],
  ['San Francisco Bay Area', 'US'],
  ['Greater Boston', 'US'],
  ['New York City Metropolitan Area', 'US'],
  ['Chicago', 'US'],
  ['Toronto', 'CA'],
  ['São Paulo', 'BR'],
  ['Mexico City', 'MX'],
  ['Sydney', 'AU'],
  ['Singapore', 'SG'],
  ['Tokyo', 'JP'],
  ['Bengaluru', 'IN'],
  ['Mumbai', 'IN'],
  ['Dubai', 'AE'],
  ['Tel Aviv', 'IL'],
  ['Istanbul', 'TR'],
  ['Johannesburg', 'ZA'],
  ['Lagos', 'NG'],
  ['Nairobi', 'KE'],
])('%s is in %s', (city, country) => {
  expect(parseLocation(city).country).toBe(country);
});
