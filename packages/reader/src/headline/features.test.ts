/**
 * The model knows words by the numbers of their features: with others it reads nonsense, though nothing fails. So the numbers of a few
 * headlines stand here. After a change that is meant, train the model again (`npm run train`) and write the new ones.
 */
import { createHash } from 'node:crypto';
import { evidenceOf } from './evidence';
import { Features, mostFeatures, stepTo } from './features';
import { tokensIn } from './tokens';

function digestOf(headline: string): string {
  const tokens = tokensIn(headline);
  const evidence = evidenceOf(tokens, headline);
  const features = new Features(tokens, evidence);
  const buckets = new Int32Array(mostFeatures);
  const digest = createHash('sha256');
  for (const at of tokens.keys()) {
    const count = features.write(at, buckets);
    digest.update(`${[...buckets.subarray(0, count)].join(' ')} | ${stepTo(at, tokens, evidence)}\n`);
  }
  return digest.update(String(features.end)).digest('hex').slice(0, 16);
}

it.each([
  ['VP Sales at Globex', '8b051a7f1066cbb5'],
  ['Helping teams sell more | Founder & CEO @ Bluefern | ex-Initech', '4f03f2c49d2cde7d'],
  ['LEITER VERTRIEB BEI DER MUSTER GMBH', '3dacfa56a8a05207'],
  ['Directrice commerciale chez Société Exemple, Paris', '96d1be8906ebd8f4'],
  ['株式会社サンプル 営業部長', '415cda2f709f9ba5'],
  ['北京示例科技有限公司 销售总监', 'f90752391d4a23fe'],
  ['샘플전자 영업팀장', '4d456c7c782b907c'],
  ['Руководитель отдела продаж в ООО Пример', '52fd50bf570df42f'],
  // Of many parts, of both kinds of dash, with places, degrees, digits and signs.
  ['CEO | Founder | Speaker | Author | Investor | Advisor | Board Member | Dad', 'f56cdb9820130398'],
  ['Sales Manager Punjab, Haryana & Himachal - Tata Motors (2019–2023), MBA, ex-Infosys', '5c67b9d09257e29b'],
  ['👉 I help B2B founders get 10x more leads 🚀 – #1 bestseller – DM me "GROW"', '06bdfdb0c9a4aa56'],
  ['合同会社山田商店 代表取締役／経営コンサルタント・中小企業診断士・大阪', '64ddf268e6cbdc62'],
  // Of one word, of small letters or capitals throughout, of many words without a mark, of three scripts.
  ['CEO', 'bbc814dff1b7f40d'],
  ['sales manager at acme', '5aea14f75bf3088c'],
  ['VP SALES ACME', '94a00180342d5fee'],
  ['Manager for the whole of a very long list of words without any mark until Acme GmbH comes', 'fb26e795717ed513'],
  ['at Acme with a Director of many small things and of one more thing beside those of Globex', '8ab7ab23937c0168'],
  [
    'Managing Director, Head of Operations & Chief Financial Officer of the Nordic Bank Group Holding',
    'e9fb265d95201934',
  ],
  ['Quillmere Northwind Contoso Initech Umbrella Hooli Globex Vandelay Stark Wayne', 'fcfb4dfc2f080cea'],
  ['iPhone developer @ eBay / B2B SaaS + AI', '5dc3c32f23125fdb'],
  ['東京の会社 代表取締役社長 | 日本電気株式会社 大阪支社長代理補佐兼任', 'd9c9f899d602b99a'],
  ['Acme株式会社 CTO', '8bc311e8acbf8f5a'],
  ['مدير المبيعات في شركة النور', 'ffdda52beefc06d5'],
  ['Assistant to the CEO (Retired) - former CFO at Acme', '4cb0a0b08c077df8'],
  ['Sales | Marketing | Acme Bank | Founder at Globex', '3dd515e2de61846d'],
])('the numbers of "%s" are those the model was trained with', (headline, digest) => {
  expect(digestOf(headline)).toBe(digest);
});

const of = (headline: string) => {
  const tokens = tokensIn(headline);
  const evidence = evidenceOf(tokens, headline);
  return { tokens, evidence, features: new Features(tokens, evidence) };
};

/** Ranked parts, working parts, all parts: up to three of each of the first two, and five of the last. */
it.each([
  ['', 0, 0, 0],
  ['Acme', 0, 0, 1],
  ['Sales', 0, 1, 1],
  ['CEO', 1, 1, 1],
  ['CEO | Sales | Acme', 1, 2, 3],
  ['CEO | CTO | CFO', 3, 3, 3],
  ['CEO | CTO | CFO | COO | Sales', 3, 3, 5],
  ['Acme | Acme | Acme | Acme | Acme | Acme', 0, 0, 5],
])('the end of "%s" is of %d, %d and %d parts', (headline, ranked, working, parts) => {
  expect(of(headline).features.end).toBe((ranked * 4 + working) * 6 + parts);
});

/** A mark by its shape, a word by how it joins, behind the 33 shapes. */
it.each<readonly [headline: string, steps: readonly number[]]>([
  ['CEO', [0]],
  ['CEO | Acme', [0, 33, 13]],
  ['CEO at Acme', [0, 33, 34]],
  ['CEO @ Acme', [0, 33, 24]],
  ['CEO, Bank of Acme', [0, 33, 16, 33, 36]],
  ['with EMEA assistant X', [0, 35, 37, 38]],
])('the steps of "%s" are of the kinds %j', (headline, steps) => {
  const { tokens, evidence } = of(headline);
  expect(tokens.map((_, at) => stepTo(at, tokens, evidence))).toEqual(steps);
});

it('as many numbers are written as a word has', () => {
  const counts = (headline: string) => {
    const { tokens, features } = of(headline);
    return [-1, ...tokens.keys(), tokens.length].map((at) => features.write(at, new Int32Array(mostFeatures)));
  };
  // Of a mark 23, of a word 39, of a letter of a script without spaces 45, of none none.
  expect(counts('CEO | 社')).toEqual([0, 39, 23, 45, 0]);
});
