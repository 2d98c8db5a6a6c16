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
  ['VP Sales at Globex', '7f992a9099e0c13c'],
  ['Helping teams sell more | Founder & CEO @ Bluefern | ex-Initech', 'c74ef719af3887de'],
  ['LEITER VERTRIEB BEI DER MUSTER GMBH', 'bac0b07b6fdad73b'],
  ['Directrice commerciale chez Société Exemple, Paris', '078bb1826fabfedf'],
  ['株式会社サンプル 営業部長', '7b055be1eee18fd4'],
  ['北京示例科技有限公司 销售总监', '5061a78ad85e35cb'],
  ['샘플전자 영업팀장', '866b53ec118a3404'],
  ['Руководитель отдела продаж в ООО Пример', '8d69991f19849589'],
  // Of many parts, of both kinds of dash, with places, degrees, digits and signs.
  ['CEO | Founder | Speaker | Author | Investor | Advisor | Board Member | Dad', '074c257acfa8638c'],
  ['Sales Manager Punjab, Haryana & Himachal - Tata Motors (2019–2023), MBA, ex-Infosys', '42628200e4fbdfed'],
  ['👉 I help B2B founders get 10x more leads 🚀 – #1 bestseller – DM me "GROW"', '16b65d35ae5d5a5a'],
  ['合同会社山田商店 代表取締役／経営コンサルタント・中小企業診断士・大阪', 'f71829502be8e7ba'],
  // Of one word, of small letters or capitals throughout, of many words without a mark, of three scripts.
  ['CEO', '0d263d7f990827c5'],
  ['sales manager at acme', 'e2397fc75f4f7544'],
  ['VP SALES ACME', 'cbe2f1ccd58c9689'],
  ['Manager for the whole of a very long list of words without any mark until Acme GmbH comes', 'c4c1a6d4a3638d74'],
  ['at Acme with a Director of many small things and of one more thing beside those of Globex', 'b9abb580bec9f134'],
  [
    'Managing Director, Head of Operations & Chief Financial Officer of the Nordic Bank Group Holding',
    '78f1d846a93b7b6e',
  ],
  ['Quillmere Northwind Contoso Initech Umbrella Hooli Globex Vandelay Stark Wayne', 'e3159ed00468520b'],
  ['iPhone developer @ eBay / B2B SaaS + AI', '81a71decd996941a'],
  ['東京の会社 代表取締役社長 | 日本電気株式会社 大阪支社長代理補佐兼任', '6fbb9c912f84cf0c'],
  ['Acme株式会社 CTO', 'd59c067ba7682877'],
  ['مدير المبيعات في شركة النور', 'c0e2e546b78e22a9'],
  ['Assistant to the CEO (Retired) - former CFO at Acme', 'ed1ba834474f61db'],
  ['Sales | Marketing | Acme Bank | Founder at Globex', '5ca72e0e0023cacd'],
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
  // Of a mark 23, of a word 33, of a letter of a script without spaces 39, of none none.
  expect(counts('CEO | 社')).toEqual([0, 33, 23, 39, 0]);
});
