/** States, regions and cities as people write them: what each is read as, sampled row by row and said in full. */
import { parseLocation } from './location';

/** `Iowa IA`: a name and the code that stands for it behind a town. Delaware and Indiana are below: DE and IN are countries first. */
const lettersOf = (text: string) =>
  text.split('\n').map((line) => [line.trim().slice(0, -3), line.trim().slice(-2)] as const);

test.each(
  lettersOf(`Alabama AL
    Alaska AK
    Arizona AZ
    Arkansas AR
    California CA
    Colorado CO
    Connecticut CT
    District of Columbia DC
    Florida FL
    Georgia GA
    Hawaii HI
    Idaho ID
    Illinois IL
    Iowa IA
    Kansas KS
    Kentucky KY
    Louisiana LA
    Maine ME
    Maryland MD
    Massachusetts MA
    Michigan MI
    Minnesota MN
    Mississippi MS
    Missouri MO
    Montana MT
    Nebraska NE
    Nevada NV
    New Hampshire NH
    New Jersey NJ
    New Mexico NM
    New York NY
    North Carolina NC
    North Dakota ND
    Ohio OH
    Oklahoma OK
    Oregon OR
    Pennsylvania PA
    Rhode Island RI
    South Carolina SC
    South Dakota SD
    Tennessee TN
    Texas TX
    Utah UT
    Vermont VT
    Virginia VA
    Washington WA
    West Virginia WV
    Wisconsin WI
    Wyoming WY`),
)('%s is the state %s', (name, code) => {
  expect(parseLocation(`Springfield, ${code}`)).toEqual({ country: 'US', region: name });
});

test.each(['DE', 'IN'])('%s behind a town is the country', (code) => {
  expect(parseLocation(`Springfield, ${code}`)).toEqual({ country: code, region: null });
});
test.each([
  ['Springfield, DE, USA', 'Delaware'],
  ['Springfield, IN, USA', 'Indiana'],
  ['Dover DE', 'Delaware'],
])('%s is in %s', (text, region) => expect(parseLocation(text)).toEqual({ country: 'US', region }));

test.each(
  lettersOf(`Alberta AB
    British Columbia BC
    Manitoba MB
    New Brunswick NB
    Nova Scotia NS
    Ontario ON
    Quebec QC
    Newfoundland and Labrador NL
    Prince Edward Island PE
    Saskatchewan SK`),
)('%s is the province %s', (name, code) => {
  // NL, PE and SK are countries too: beside the country they are not.
  const written = ['NL', 'PE', 'SK'].includes(code) ? `Springfield, ${code}, Canada` : `Springfield, ${code}`;
  expect(parseLocation(written)).toEqual({ country: 'CA', region: name });
});
test('a province whose letters are a country is the country, but behind a city of the other', () => {
  expect(parseLocation('Springfield, NL')).toEqual({ country: 'NL', region: null });
  expect(parseLocation('Toronto, PE')).toEqual({ country: 'CA', region: 'Prince Edward Island' });
  expect(parseLocation('Québec, Canada')).toEqual({ country: 'CA', region: 'Quebec' });
});

/** Regions by their name and as their own people write them. */
const regionRows: readonly (readonly [country: string, land: string, regions: string])[] = [
  [
    'DE',
    'Germany',
    `Baden-Württemberg=Baden Wurttemberg,Bade-Wurtemberg|Bavaria=Bayern,Bavière|Brandenburg|Hesse=Hessen|Lower Saxony=Niedersachsen|
     Mecklenburg-Western Pomerania=Mecklenburg-Vorpommern|North Rhine-Westphalia=Nordrhein-Westfalen,NRW|Saarland|Saxony=Sachsen|
     Rhineland-Palatinate=Rheinland-Pfalz|Saxony-Anhalt=Sachsen-Anhalt|Schleswig-Holstein|Thuringia=Thüringen|Berlin|Bremen|Hamburg`,
  ],
  [
    'AT',
    'Austria',
    `Vienna=Wien|Upper Austria=Oberösterreich|Lower Austria=Niederösterreich|Styria=Steiermark|Tyrol=Tirol|Carinthia=Kärnten|
     Salzburg|Vorarlberg|Burgenland`,
  ],
  [
    'CH',
    'Switzerland',
    `Zurich=Zürich|Bern=Berne|Basel=Basel-Stadt,Bâle|Geneva=Genève,Genf|Vaud=Waadt|Zug|St. Gallen=Sankt Gallen|Lucerne=Luzern|Aargau|
     Ticino=Tessin|Valais=Wallis|Fribourg`,
  ],
  ['GB', 'United Kingdom', 'England|Scotland|Wales|Northern Ireland'],
  [
    'NL',
    'Netherlands',
    `North Holland=Noord-Holland|South Holland=Zuid-Holland|North Brabant=Noord-Brabant|Utrecht|Gelderland|Overijssel|Groningen|
     Friesland|Drenthe|Limburg|Zeeland|Flevoland`,
  ],
  [
    'FR',
    'France',
    `Île-de-France=Ile de France|Auvergne-Rhône-Alpes|Provence-Alpes-Côte d'Azur=PACA|Occitanie|Nouvelle-Aquitaine|Hauts-de-France|
     Grand Est|Brittany=Bretagne|Normandy=Normandie|Pays de la Loire|Bourgogne-Franche-Comté|Centre-Val de Loire`,
  ],
  [
    'ES',
    'Spain',
    `Community of Madrid=Comunidad de Madrid|Catalonia=Cataluña,Catalunya|Andalusia=Andalucía|Galicia|
     Valencian Community=Comunidad Valenciana|Basque Country=País Vasco,Euskadi`,
  ],
  [
    'IT',
    'Italy',
    'Lombardy=Lombardia|Lazio|Veneto|Piedmont=Piemonte|Emilia-Romagna|Tuscany=Toscana|Campania|Sicily=Sicilia',
  ],
  [
    'BE',
    'Belgium',
    'Flemish Region=Flanders,Vlaanderen|Walloon Region=Wallonia,Wallonie|Brussels Region=Brussels Capital Region',
  ],
  ['CA', 'Canada', 'Alberta|Nova Scotia|Quebec=Québec'],
  ['AU', 'Australia', 'New South Wales=NSW|Victoria|Queensland|Western Australia|South Australia|Tasmania'],
  [
    'IN',
    'India',
    `Karnataka|Maharashtra|Tamil Nadu|Telangana|Delhi=National Capital Territory of Delhi|Haryana|Uttar Pradesh|Gujarat|West Bengal|
     Kerala`,
  ],
  ['US', 'United States', 'Alabama|Delaware|Wyoming'],
];
const spellings = regionRows.flatMap(([country, land, regions]) =>
  regions.split('|').flatMap((row) => {
    const [name = '', others = ''] = row.trim().split('=');
    return [name, ...others.split(',').filter((text) => text !== '')].map(
      (text) => [text, land, country, name] as const,
    );
  }),
);
test.each(spellings)('%s in %s', (written, land, country, region) => {
  expect(parseLocation(`Anyplace, ${written}, ${land}`)).toEqual({ country, region });
});

/** A region beside the country counts before a city of another one. */
test.each([
  ['Leipzig, Berlin, Germany', 'Berlin'],
  ['Leipzig, Bremen, Germany', 'Bremen'],
  ['Leipzig, Hamburg, Germany', 'Hamburg'],
  ['Linz, Salzburg, Austria', 'Salzburg'],
  ['Linz, Wien, Austria', 'Vienna'],
  ['Bern, Zug, Switzerland', 'Zug'],
  ['Zug, Bern, Switzerland', 'Bern'],
  ['Zug, Zürich, Switzerland', 'Zurich'],
  ['Zug, Basel, Switzerland', 'Basel'],
  ['Zug, Genève, Switzerland', 'Geneva'],
  ['Zug, Luzern, Switzerland', 'Lucerne'],
  ['Zug, St. Gallen, Switzerland', 'St. Gallen'],
  ['Breda, Utrecht, Netherlands', 'Utrecht'],
  ['Breda, Groningen, Netherlands', 'Groningen'],
  ['Pune, Delhi, India', 'Delhi'],
])('%s: %s', (text, region) => expect(parseLocation(text).region).toBe(region));

/** One city or more of each row, alone: country, region (`-`: none), cities. */
const cityRows = `US California San Francisco,Palo Alto,Irvine
  US New_York Brooklyn,Buffalo
  US Massachusetts Boston,Cambridge MA
  US Illinois Chicagoland
  US Texas Fort Worth,Houston
  US Washington Seattle,Spokane
  US Georgia Savannah
  US Colorado Boulder
  US Florida Tampa Bay,Jacksonville
  US District_of_Columbia Washington D.C.
  US Pennsylvania Pittsburgh
  US Arizona Phoenix
  US Minnesota Saint Paul
  US Michigan Ann Arbor
  US Oregon Portland
  US North_Carolina Raleigh-Durham
  US Utah Provo
  US Tennessee Nashville
  US Missouri St. Louis
  US Ohio Cleveland
  US Indiana Fort Wayne
  US Maryland Baltimore
  US Nevada Reno
  US Wisconsin Madison
  US Delaware Wilmington
  CA Ontario Ottawa,Kitchener
  CA Quebec Montréal
  CA British_Columbia Vancouver
  CA Alberta Calgary
  DE Bavaria Nürnberg,Erlangen
  DE Berlin Berlin/Brandenburg
  DE Hamburg Hamburg
  DE Hesse Darmstadt,Kassel
  DE North_Rhine-Westphalia Cologne,Bielefeld,Paderborn
  DE Baden-Württemberg Karlsruhe,Rhein-Neckar
  DE Saxony Chemnitz
  DE Lower_Saxony Göttingen
  DE Bremen Bremen
  DE Rhineland-Palatinate Koblenz
  AT Vienna Wien
  AT Upper_Austria Linz
  AT Styria Graz
  AT Salzburg Salzburg
  AT Tyrol Innsbruck
  CH Zurich Winterthur
  CH Geneva Genf
  CH Basel Basel
  CH Bern Bern
  CH Vaud Lausanne
  CH Zug Zug
  CH Lucerne Luzern
  CH St._Gallen St. Gallen
  GB England Bristol,Southampton
  GB Scotland Aberdeen
  GB Wales Cardiff
  GB Northern_Ireland Belfast
  IE - Galway
  NL North_Holland Haarlem
  NL South_Holland Den Haag
  NL Utrecht Amersfoort
  NL North_Brabant Eindhoven
  NL Gelderland Nijmegen
  NL Groningen Groningen
  NL - Randstad
  BE Brussels_Region Bruxelles
  BE Flemish_Region Gent
  LU - Luxembourg City
  FR Île-de-France Paris
  FR Auvergne-Rhône-Alpes Grenoble
  FR Provence-Alpes-Côte_d'Azur Nice
  FR Occitanie Toulouse
  FR Nouvelle-Aquitaine Bordeaux
  FR Hauts-de-France Lille
  FR Grand_Est Strasbourg
  FR Pays_de_la_Loire Nantes
  FR Brittany Rennes
  ES Community_of_Madrid Madrid
  ES Catalonia Barcelona
  ES Valencian_Community Valencia
  ES Andalusia Sevilla
  ES Basque_Country Bilbao
  PT - Lisboa,Porto
  IT Lombardy Bergamo
  IT Lazio Roma
  IT Piedmont Torino
  IT Emilia-Romagna Bologna
  IT Tuscany Firenze
  IT Campania Napoli
  SE - Göteborg
  NO - Bergen
  DK - Aarhus
  FI - Tampere
  PL - Kraków,Poznań
  CZ - Brno
  HU - Budapest
  RO - Cluj-Napoca
  GR - Athens
  TR - Ankara
  UA - Lviv
  IL - Haifa
  AE - Abu Dhabi
  SA - Riyadh
  EG - Cairo
  NG - Lagos
  KE - Nairobi
  ZA - Cape Town
  IN Karnataka Bangalore
  IN Maharashtra Mumbai
  IN Delhi New Delhi
  IN Haryana Gurgaon
  IN Uttar_Pradesh Noida
  IN Telangana Hyderabad
  IN Tamil_Nadu Chennai
  IN West_Bengal Kolkata
  IN Gujarat Ahmedabad
  PK - Lahore
  BD - Dhaka
  CN - Beijing
  JP - Osaka
  KR - Seoul
  TW - Taipei
  TH - Bangkok
  VN - Hanoi
  ID - Jakarta
  MY - Kuala Lumpur
  PH - Metro Manila
  AU New_South_Wales Sydney
  AU Victoria Melbourne
  AU Queensland Brisbane
  AU Western_Australia Perth
  NZ - Wellington
  BR - Rio de Janeiro
  MX - Monterrey
  AR - Buenos Aires
  CL - Santiago
  CO - Bogotá
  PE - Lima
  GE - Batumi`;
test.each(
  cityRows.split('\n').flatMap((line) => {
    const [country = '', region = '', ...cities] = line.trim().split(' ');
    const place = { country, region: region === '-' ? null : region.replaceAll('_', ' ') };
    return cities
      .join(' ')
      .split(',')
      .map((city) => [city, place] as const);
  }),
)('%s', (city, place) => expect(parseLocation(city)).toEqual(place));

/** Countries as people write them who do not look into a list of countries, alone and behind a town. */
test.each([
  ['England', 'GB', 'England'],
  ['Scotland', 'GB', 'Scotland'],
  ['Wales', 'GB', 'Wales'],
  ['Northern Ireland', 'GB', 'Northern Ireland'],
  ['Britain', 'GB', null],
  ['UK', 'GB', null],
  ['UAE', 'AE', null],
  ['Emirates', 'AE', null],
  ['Holland', 'NL', null],
  ['The Netherlands', 'NL', null],
  ['BRD', 'DE', null],
  ['America', 'US', null],
  ['USA', 'US', null],
  ['Estados Unidos', 'US', null],
  ['Etats-Unis', 'US', null],
  ['Stati Uniti', 'US', null],
  ['Verenigde Staten', 'US', null],
  ['Czechia', 'CZ', null],
  ['Hong Kong SAR', 'HK', null],
  ['Macau', 'MO', null],
  ['Viet Nam', 'VN', null],
  ['Vietnam', 'VN', null],
  ['Türkiye', 'TR', null],
  ['Turkey', 'TR', null],
  ['South Korea', 'KR', null],
  ['Korea', 'KR', null],
  ['Russia', 'RU', null],
  ['Ivory Coast', 'CI', null],
])('%s is the country %s', (text, country, region) => {
  expect(parseLocation(text)).toEqual({ country, region });
  expect(parseLocation(`Anyplace, ${text}`)).toEqual({ country, region });
});

/** What stands around a city, in the languages of the network. */
test.each([
  'Greater Porto',
  'Metropolregion Porto',
  'Metro Porto',
  'Großraum Porto',
  'Raum Porto',
  'Region Porto',
  'Grand Porto',
  'Área metropolitana de Porto',
  'Regio Porto',
  'Gran Porto',
  'Porto and surroundings',
  'Porto Metropolitan Area',
  'Porto Metropolitan Region',
  'Porto Metroplex',
  'Porto Bay Area',
  'Porto und Umgebung',
  'Porto et périphérie',
  'Porto et environs',
  'Porto y alrededores',
  'Porto e dintorni',
  'Porto e região',
  'Porto en omgeving',
  'Greater Porto Metropolitan Area',
])('%s is in Portugal', (text) => expect(parseLocation(text)).toEqual({ country: 'PT', region: null }));
test('words for a region within a name are none', () => {
  expect(parseLocation('Upgreater Porto').country).toBeNull();
  expect(parseLocation('Porto areal').country).toBeNull();
});
