/** Industries by names that exports give them: the label and its sector, one name of each row. */
import { canonicalIndustry, industryKey, isKnownIndustry, sectorOf } from './industry';

/** Sector, then a name and the label it stands for; a label alone has no other name. */
const rows: readonly (readonly [sector: string, names: string])[] = [
  [
    'Technology, Information and Media',
    `Computer Software = Software Development
     Internet Marketplace Platforms = Technology, Information and Internet
     Computer & Network Security = Computer and Network Security
     Computer Networking = Computer Networking Products
     Games = Computer Games
     Data Infrastructure and Analytics = Information Services
     Wireless = Telecommunications
     Online Media = Online Audio and Video Media
     Broadcast Media = Broadcast Media Production and Distribution
     Medien = Media Production
     Motion Pictures and Film = Movies, Videos, and Sound
     Animation = Animation and Post-production
     Newspapers = Newspaper Publishing
     Verlagswesen = Book and Periodical Publishing
     Libraries`,
  ],
  [
    'Professional Services',
    `IT-services en consultancy = IT Services and IT Consulting
     Comptabilité = Accounting
     Marketing = Advertising Services
     Alternative Dispute Resolution
     Architektur = Architecture and Planning
     Biotech = Biotechnology Research
     Management Consulting = Business Consulting and Services
     Civil Engineering
     Design = Design Services
     Engineering = Engineering Services
     Environmental Services
     Graphic Design
     Human Resources = Human Resources Services
     Kanzlei = Law Practice
     Rechtsdienstleistungen = Legal Services
     Market Research
     Nanotechnology = Nanotechnology Research
     Photography
     Program Development
     Public Relations = Public Relations and Communications Services
     Forschung = Research Services
     Think Tanks
     Translation & Localization = Translation and Localization
     Veterinary = Veterinary Services
     Writing & Editing = Writing and Editing
     International Trade & Development = International Trade and Development`,
  ],
  [
    'Financial Services',
    `Bankwezen = Banking
     Capital Markets
     Versicherung = Insurance
     Investment Banking
     Asset Management = Investment Management
     Venture Capital & Private Equity = Venture Capital and Private Equity Principals`,
  ],
  [
    'Administrative and Support Services',
    `Events = Events Services
     Facility Management = Facilities Services
     Fundraising
     Office Administration
     Outsourcing & Offshoring = Outsourcing and Offshoring Consulting
     Security & Investigations = Security and Investigations
     Recrutement = Staffing and Recruiting
     Tourism = Travel Arrangements`,
  ],
  [
    'Manufacturing',
    `Electrical/Electronic Manufacturing = Appliances, Electrical, and Electronics Manufacturing
     Automation = Automation Machinery Manufacturing
     Aerospace = Aviation and Aerospace Component Manufacturing
     Wine and Spirits = Beverage Manufacturing
     Chimie = Chemical Manufacturing
     Hardware = Computer Hardware Manufacturing
     Consumer Electronics = Computers and Electronics Manufacturing
     Dairy = Dairy Product Manufacturing
     Defense = Defense and Space Manufacturing
     Food Production = Food and Beverage Manufacturing
     Furniture = Furniture and Home Furnishings Manufacturing
     Glass, Ceramics & Concrete = Glass, Ceramics and Concrete Manufacturing
     Mechanical or Industrial Engineering = Industrial Machinery Manufacturing
     Maschinen = Machinery Manufacturing
     Medical Device = Medical Equipment Manufacturing
     Automotive = Motor Vehicle Manufacturing
     Packaging & Containers = Packaging and Containers Manufacturing
     Paper & Forest Products = Paper and Forest Product Manufacturing
     Cosmetics = Personal Care Product Manufacturing
     Pharmaindustrie = Pharmaceutical Manufacturing
     Plastics = Plastics Manufacturing
     Printing = Printing Services
     Railroad Manufacture = Railroad Equipment Manufacturing
     Renewable Energy = Renewable Energy Semiconductor Manufacturing
     Semiconductors = Semiconductor Manufacturing
     Shipbuilding
     Sporting Goods = Sporting Goods Manufacturing
     Textiles = Textile Manufacturing
     Tobacco = Tobacco Manufacturing
     FMCG = Consumer Goods`,
  ],
  [
    'Retail',
    `Apparel & Fashion = Retail Apparel and Fashion
     Arts and Crafts = Retail Art Supplies
     Supermarkets = Retail Groceries
     Luxury Goods & Jewelry = Retail Luxury Goods and Jewelry
     Business Supplies & Equipment = Retail Office Equipment
     Ecommerce = Online and Mail Order Retail`,
  ],
  [
    'Wholesale',
    `Building Materials = Wholesale Building Materials
     Import & Export = Wholesale Import and Export`,
  ],
  [
    'Transportation, Logistics, Supply Chain and Storage',
    `Airlines/Aviation = Airlines and Aviation
     Package/Freight Delivery = Freight and Package Transportation
     Maritime = Maritime Transportation
     Transportation/Trucking/Railroad = Truck Transportation
     Warehousing = Warehousing and Storage
     Supply Chain = Logistics and Supply Chain`,
  ],
  [
    'Hospitals and Health Care',
    `Alternative Medicine
     Individual & Family Services = Individual and Family Services
     Medical Practice = Medical Practices
     Mental Health Care
     Fitness = Wellness and Fitness Services`,
  ],
  [
    'Education',
    `EdTech = E-Learning Providers
     Education Management = Education Administration Programs
     University = Higher Education
     Primary/Secondary Education = Primary and Secondary Education
     Professional Training & Coaching = Professional Training and Coaching`,
  ],
  [
    'Consumer Services',
    `Civic & Social Organization = Civic and Social Organizations
     Industry Associations
     Non-profit Organization Management = Non-profit Organizations
     Philanthropy = Philanthropic Fundraising Services
     Religious Institutions`,
  ],
  [
    'Entertainment Providers',
    `Fine Art = Artists and Writers
     Gambling & Casinos = Gambling Facilities and Casinos
     Museums and Institutions = Museums, Historical Sites, and Zoos
     Music = Musicians
     Performing Arts
     Recreational Facilities and Services = Recreational Facilities
     Sports = Spectator Sports`,
  ],
  [
    'Accommodation and Food Services',
    `Gastgewerbe = Hospitality
     Gastronomie = Restaurants
     Food & Beverages = Food and Beverage Services`,
  ],
  [
    'Farming, Ranching, Forestry',
    `Fishery = Fisheries
     Ranching`,
  ],
  [
    'Government Administration',
    `Military = Armed Forces
     International Affairs
     Law Enforcement
     Legislative Office = Legislative Offices
     Political Organization = Political Organizations
     Government Relations = Public Policy Offices
     Public Safety
     Judiciary = Administration of Justice`,
  ],
  ['Oil, Gas, and Mining', `Mining & Metals = Mining`],
  [
    'Real Estate and Equipment Rental Services',
    `Commercial Real Estate = Leasing Non-residential Real Estate
     Vastgoed = Real Estate`,
  ],
];
const names = rows.flatMap(([sector, lines]) =>
  lines.split('\n').map((line) => {
    const [name = '', label = name] = line.trim().split(' = ');
    return [name, label, sector] as const;
  }),
);
test.each(names)('%s is %s in %s', (name, label, sector) => {
  expect([canonicalIndustry(name), isKnownIndustry(label), sectorOf(label)]).toEqual([label, true, sector]);
});

/** Sectors by another name of theirs. */
test.each([
  ['Accommodation Services', 'Accommodation and Food Services'],
  ['Outsourcing/Offshoring', 'Administrative and Support Services'],
  ['Edilizia', 'Construction'],
  ['Consumer Services', 'Consumer Services'],
  ['Istruzione', 'Education'],
  ['Entertainment', 'Entertainment Providers'],
  ['Landwirtschaft', 'Farming, Ranching, Forestry'],
  ['Fintech', 'Financial Services'],
  ['Overheid', 'Government Administration'],
  ['Holding companies', 'Holding Companies'],
  ['Gesundheitswesen', 'Hospitals and Health Care'],
  ['Fertigung', 'Manufacturing'],
  ['Oil & Energy', 'Oil, Gas, and Mining'],
  ['Business Services', 'Professional Services'],
  ['Real estate & equipment rental services', 'Real Estate and Equipment Rental Services'],
  ['Einzelhandel', 'Retail'],
  ['Tech', 'Technology, Information and Media'],
  ['Transport und Logistik', 'Transportation, Logistics, Supply Chain and Storage'],
  ['Énergie', 'Utilities'],
  ['Großhandel', 'Wholesale'],
])('%s is the sector %s', (name, sector) => {
  expect([canonicalIndustry(name), isKnownIndustry(sector), sectorOf(sector)]).toEqual([sector, true, null]);
});

/** A label of no list lies in the sector it ends with. */
test.each([
  ['Airport Construction', 'Construction'],
  ['Ship Utilities', 'Utilities'],
  ['Timber Wholesale', 'Wholesale'],
  ['Farm Holding Companies', 'Holding Companies'],
  ['Local Government Administration', 'Government Administration'],
  ['Manufacturing of Soap', null],
  ['Subconstruction', null],
])('%s is in %s', (label, sector) => expect(sectorOf(label)).toBe(sector));

/** What does not count in a spelling, and what does. */
test.each([
  ['Venture Capital + Private Equity', 'venture capital and private equity principals'],
  ['  BANKWEZEN ', 'banking'],
  ['Basket  Weaving!', 'basket weaving'],
  ['Basket & Chair', 'basket and chair'],
  ['Holz–Handel 24', 'holz handel 24'],
])('the key of %j is %j', (text, key) => expect(industryKey(text)).toBe(key));

test.each([
  ['Banking', true],
  ['banking', false],
  ['Bank', false],
  ['Basket Weaving', false],
])('%s is a label of the network: %s', (label, known) => expect(isKnownIndustry(label)).toBe(known));
test('a label of no list is kept, single-spaced', () => {
  expect(canonicalIndustry(' Basket\t\n weaving  & Co ')).toBe('Basket weaving & Co');
  expect(canonicalIndustry(undefined)).toBeNull();
});
