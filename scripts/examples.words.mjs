// Words of the example world: all people, companies and posts in it are invented.

/** Where people come from: names, and places they work in. `language` picks their comments. */
export const cultures = [
  {
    language: 'de',
    given: 'Annika Jonas Leonie Matthis Svenja Torben Ylva Henrike Bastian Friederike'.split(' '),
    family:
      'Ahrensdorf Bruckmoser Dettweiler Finkenrath Grotenburg Hasselkamp Krummbein Lindwurmer Morgenrath Quastenberg'.split(
        ' ',
      ),
    places: [
      ['DE', 'Germany', 'Hamburg'],
      ['DE', 'Germany', 'Munich, Bavaria'],
      ['AT', 'Austria', 'Vienna'],
      ['CH', 'Switzerland', 'Zurich'],
    ],
  },
  {
    language: 'fr',
    given: 'Inès Bastien Maëlle Corentin Solène Thibault Apolline Gaëtan Élodie Loïc'.split(' '),
    family: 'Haddaoui Beaurepas Clairvoy Delorimont Fontvieux Garrigault Lavaubert Montrésol Périgault Vauclère'.split(
      ' ',
    ),
    places: [
      ['FR', 'France', 'Lyon, Auvergne-Rhône-Alpes'],
      ['FR', 'France', 'Paris, Île-de-France'],
      ['BE', 'Belgium', 'Brussels'],
    ],
  },
  {
    language: 'es',
    given: 'Lucía Íñigo Candela Álvaro Noelia Gonzalo Rocío Martina Joaquín Ximena'.split(' '),
    family:
      'Albarracete Barrionegro Cifontana Doncelar Echevalle Fuenrosales Hinojalde Landarroya Matarrubio Peñalosar'.split(
        ' ',
      ),
    places: [
      ['ES', 'Spain', 'Madrid'],
      ['ES', 'Spain', 'Valencia'],
      ['MX', 'Mexico', 'Guadalajara, Jalisco'],
      ['CO', 'Colombia', 'Bogotá'],
    ],
  },
  {
    language: 'it',
    given: 'Ginevra Tommaso Ludovica Ettore Fiammetta Raffaele Bianca Leandro'.split(' '),
    family: 'Acquafresco Bellorini Castelvero Fiordaliso Grimaldetti Montebruno Roccaforti Valdambrini'.split(' '),
    places: [
      ['IT', 'Italy', 'Milan, Lombardy'],
      ['IT', 'Italy', 'Bologna, Emilia-Romagna'],
    ],
  },
  {
    language: 'nl',
    given: 'Femke Joris Marloes Sander Fleur Wouter Lotte Thijs'.split(' '),
    family:
      'van Appelwoude,de Brakelaar,Duinhoven,van Eikenrode,Hazelbroek,Klaverdijk,van Molenstede,Rietveldhuis'.split(
        ',',
      ),
    places: [
      ['NL', 'Netherlands', 'Utrecht'],
      ['NL', 'Netherlands', 'Rotterdam'],
      ['BE', 'Belgium', 'Antwerp, Flanders'],
    ],
  },
  {
    language: 'en',
    given: 'Imogen Callum Harriet Rhys Beatrix Lachlan Tamsin Fergus Saoirse Declan'.split(' '),
    family:
      'Ashgrovely Birchmore Cobblewick Dunnaway Elderfield Foxtarn Greyholme Larkstone Merriday Thornbury-Vale'.split(
        ' ',
      ),
    places: [
      ['GB', 'United Kingdom', 'London, England'],
      ['GB', 'United Kingdom', 'Leeds, England'],
      ['IE', 'Ireland', 'Dublin'],
      ['AU', 'Australia', 'Melbourne, Victoria'],
    ],
  },
  {
    language: 'en',
    given: 'Delaney Marcus Brielle Terrence Savannah Darius Kendra Wyatt Monique Travis'.split(' '),
    family:
      'Abernale Bellweather Calloway-Reed Driftwood Fairbairne Hollisworth Kingsdale Merriweaver Oakhurston Whitlocke'.split(
        ' ',
      ),
    places: [
      ['US', 'United States', 'Austin, Texas'],
      ['US', 'United States', 'Greater Chicago Area'],
      ['US', 'United States', 'San Francisco Bay Area'],
      ['CA', 'Canada', 'Toronto, Ontario'],
    ],
  },
  {
    language: 'en',
    given: 'Aarohi Vihaan Ishani Kabir Meghna Rohit Tanvi Devansh'.split(' '),
    family: 'Achrekarwal Bhandopadhay Chitralekar Deshmanek Iyerswamy Kulkavarni Raghunandan Venkatpuram'.split(' '),
    places: [
      ['IN', 'India', 'Bengaluru, Karnataka'],
      ['IN', 'India', 'Pune, Maharashtra'],
      ['SG', 'Singapore', 'Singapore'],
    ],
  },
  {
    language: 'en',
    given: 'Adaeze Kwabena Folasade Tendai Nneka Sibusiso Wanjiru Kofi'.split(' '),
    family: 'Abiodunla Chukwemere Dlaminosi Kamaugito Mensarhene Ndlovanu Okonjiwe Wambuiri'.split(' '),
    places: [
      ['NG', 'Nigeria', 'Lagos'],
      ['GH', 'Ghana', 'Accra'],
      ['ZA', 'South Africa', 'Cape Town'],
      ['KE', 'Kenya', 'Nairobi'],
    ],
  },
  {
    language: 'pt',
    given: 'Beatriz Thiago Mariana Caetano Larissa Heitor Yasmin Otávio'.split(' '),
    family: 'Albuquerça Bragantinho Cavalcantim Figueirosa Guimarelo Pinheirão Sobradinho Vasconcenha'.split(' '),
    places: [
      ['BR', 'Brazil', 'São Paulo'],
      ['PT', 'Portugal', 'Porto'],
    ],
  },
  {
    language: 'sv',
    given: 'Ebba Gustaf Tuva Hjalmar Signe Folke Freja Magnus'.split(' '),
    family: 'Almqvistad Björkelund Dalgårdsen Ekströmberg Fjällrosen Granholmer Lindåkra Åsgreneby'.split(' '),
    places: [
      ['SE', 'Sweden', 'Gothenburg'],
      ['SE', 'Sweden', 'Stockholm'],
      ['SE', 'Sweden', 'Malmö'],
    ],
  },
  {
    language: 'pl',
    given: 'Zofia Bartosz Małgorzata Wojciech Agnieszka Łukasz'.split(' '),
    family: 'Brzeziński-Lis,Dąbrowolska,Jaworzec,Kłosowiecka,Modrzejak,Świerczewiak'.split(','),
    places: [
      ['PL', 'Poland', 'Kraków'],
      ['PL', 'Poland', 'Wrocław'],
    ],
  },
  {
    language: 'tr',
    given: 'Defne Emirhan Zeynep Kerem Elçin Tolga'.split(' '),
    family: 'Akçatepe Bozdağlı Çınaroğul Gümüşkaya Işıldar Yıldırımer'.split(' '),
    places: [
      ['TR', 'Türkiye', 'Istanbul'],
      ['TR', 'Türkiye', 'Izmir'],
    ],
  },
  {
    language: 'ja',
    given: '美咲 大翔 結衣 蓮'.split(' '),
    family: '青柳原 木乃下 白瀬川 月ヶ岡'.split(' '),
    latin: {
      美咲: 'misaki',
      大翔: 'hiroto',
      結衣: 'yui',
      蓮: 'ren',
      青柳原: 'aoyagihara',
      木乃下: 'kinoshitano',
      白瀬川: 'shirasegawa',
      月ヶ岡: 'tsukigaoka',
    },
    places: [
      ['JP', 'Japan', 'Tokyo'],
      ['JP', 'Japan', 'Osaka'],
    ],
  },
  {
    language: 'en',
    given: 'Layla Tariq Noor Yousef Salma Karim'.split(' '),
    family: 'Al-Bahirani Darwishani El-Kettaneh Fakhroudi Haddadine Zaytounian'.split(' '),
    places: [
      ['AE', 'United Arab Emirates', 'Dubai'],
      ['EG', 'Egypt', 'Cairo'],
    ],
  },
];

/** Invented companies: name, industry, size, country. Their domains end in `.example`. */
export const companies = `
Bluefern Analytics|Software Development|201-500|DE
Quillmere|Software Development|51-200|GB
Ostravane Systems|Software Development|1001-5000|US
Tandrelle|IT Services and IT Consulting|501-1000|FR
Kestrelhaus|Software Development|51-200|DE
Marrowgate Cloud|Software Development|201-500|US
Paperlark|Advertising Services|11-50|GB
Velthuis & Vane|Business Consulting and Services|51-200|NL
Solbrekka|IT Services and IT Consulting|201-500|NO
Corvantis|Financial Services|1001-5000|CH
Nimbora|Software Development|11-50|IN
Heliograph Works|Advertising Services|51-200|FR
Lumenquay|Software Development|501-1000|IE
Pontefora|IT Services and IT Consulting|1001-5000|IT
Zephyrine Labs|Software Development|2-10|ES
Graniteharbor|Insurance|5001-10000|US
Farrowdeep Data|Software Development|201-500|CA
Stellanova Pay|Financial Services|501-1000|SE
Cinderpath|Software Development|51-200|AU
Brookfable|E-Learning Providers|51-200|GB
Tresalia|Business Consulting and Services|11-50|MX
Ardenvoss|Banking|10001+|BE
Okanda Digital|IT Services and IT Consulting|51-200|NG
Saltmarsh Software|Software Development|201-500|NL
Palomarin|Software Development|501-1000|BR
Wexcombe Freight|Truck Transportation|1001-5000|GB
Nordhavn Cargo Lines|Maritime Transportation|5001-10000|DK
Hartzel Fördertechnik|Machinery Manufacturing|501-1000|DE
Lagerwerk Sieben|Warehousing and Storage|201-500|AT
Rivière & Quai|Transportation, Logistics, Supply Chain and Storage|1001-5000|FR
Copperloom Foods|Food and Beverage Manufacturing|5001-10000|US
Mistralune Retail|Retail|10001+|FR
Tornabé Logística|Transportation, Logistics, Supply Chain and Storage|501-1000|ES
Polbryka|Machinery Manufacturing|1001-5000|PL
Anvilmoor Steel|Primary Metal Manufacturing|1001-5000|GB
Sunderbay Grocers|Retail Groceries|5001-10000|IN
Karavella Parts|Motor Vehicle Parts Manufacturing|1001-5000|TR
Juniperline Pharma|Pharmaceutical Manufacturing|1001-5000|CH
Oakspindle Furniture|Furniture and Home Furnishings Manufacturing|201-500|SE
Aurelmont Parcel|Freight and Package Transportation|1001-5000|BE
Cascadia Kettle|Food and Beverage Services|51-200|US
Ferrovento|Machinery Manufacturing|501-1000|IT
Maplewarden Stores|Retail|1001-5000|CA
Duneharvest|Wholesale|201-500|AE
Kitanagi Buhin|Motor Vehicle Parts Manufacturing|5001-10000|JP
Baobab Route|Freight and Package Transportation|201-500|KE
Verdelago Agro|Farming|501-1000|BR
Tulpendaal Flowers|Wholesale|201-500|NL`
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

/** Titles: level, function, title; `{c}` in a headline is the company. The first letter says whom they interest most. */
export const roles = {
  revenue: `
cxo|sales|Chief Revenue Officer|Chief Revenue Officer at {c}
vp|sales|VP Sales|VP Sales @ {c} | B2B SaaS
director|sales|Director of Revenue Operations|Director of Revenue Operations at {c}
director|sales|Head of Sales|Head of Sales at {c} 🚀
manager|sales|Revenue Operations Manager|RevOps Manager @ {c} | ex-Quillmere
vp|marketing|VP Marketing|VP Marketing bei {c}
director|marketing|Head of Growth|Head of Growth at {c} | Angel
manager|marketing|Demand Generation Manager|Demand Generation Manager at {c}
owner|management|Co-Founder & CEO|Co-Founder & CEO at {c}
director|sales|Vertriebsleiter|Vertriebsleiter bei {c}
director|sales|Directrice commerciale|Directrice commerciale chez {c}
manager|sales|Sales Manager|Sales Manager, {c}
entry|sales|Account Executive|Account Executive at {c}
entry|sales|SDR|SDR at {c} | I help teams book meetings`,
  operations: `
cxo|operations|Chief Operating Officer|COO at {c}
vp|operations|VP Supply Chain|VP Supply Chain at {c}
director|operations|Director of Logistics|Director of Logistics, {c}
director|operations|Head of Warehouse Operations|Head of Warehouse Operations @ {c}
manager|operations|Warehouse Manager|Warehouse Manager at {c}
manager|operations|Leiter Logistik|Leiter Logistik bei {c}
director|operations|Directeur supply chain|Directeur supply chain chez {c}
manager|procurement|Procurement Manager|Procurement Manager at {c}
manager|operations|Jefa de operaciones|Jefa de operaciones en {c}
senior|operations|Senior Supply Chain Analyst|Senior Supply Chain Analyst at {c}
director|engineering|Head of Automation|Head of Automation at {c} | Robotics`,
  others: `
senior|engineering|Senior Software Engineer|Senior Software Engineer at {c}
director|engineering|Engineering Manager|Engineering Manager @ {c}
manager|product|Product Owner|Product Owner at {c}
entry|administration|Assistant to the CEO|Assistant to the CEO at {c}
manager|hr|Talent Partner|Talent Partner at {c} | We are hiring!
senior|design|Product Designer|Product Designer · {c}
director|finance|Finance Director|Finance Director at {c}
senior|consulting|Senior Consultant|Senior Consultant, {c}
training|sales|Sales Intern|Student | Sales Intern at {c}
vp|finance|Vice President|Vice President, {c}`,
};

/** Titles that only one language has: how the others say it, and what a woman and a man are called in it. */
export const localTitles = {
  Vertriebsleiter: { language: 'de', elsewhere: 'Sales Director', she: 'Vertriebsleiterin', he: 'Vertriebsleiter' },
  'Directrice commerciale': {
    language: 'fr',
    elsewhere: 'Sales Director',
    she: 'Directrice commerciale',
    he: 'Directeur commercial',
  },
  'Leiter Logistik': {
    language: 'de',
    elsewhere: 'Logistics Manager',
    she: 'Leiterin Logistik',
    he: 'Leiter Logistik',
  },
  'Directeur supply chain': {
    language: 'fr',
    elsewhere: 'Supply Chain Director',
    she: 'Directrice supply chain',
    he: 'Directeur supply chain',
  },
  'Jefa de operaciones': {
    language: 'es',
    elsewhere: 'Operations Manager',
    she: 'Jefa de operaciones',
    he: 'Jefe de operaciones',
  },
};

/** Given names of women in the languages above. */
export const women = new Set(
  'Annika Leonie Svenja Ylva Henrike Friederike Inès Maëlle Solène Apolline Élodie Lucía Candela Noelia Rocío Martina Ximena'.split(
    ' ',
  ),
);

/** Words before a company, by language; the others say "at". */
export const joiners = { de: 'bei', fr: 'chez', es: 'en' };
