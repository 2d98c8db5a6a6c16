/** From which chances on a company is said, by what else stands for it. */
import { isSure } from './sure';

test.each<readonly [ground: string, company: number, thisCompany: number, sure: boolean]>([
  ['organisation', 0.6, 0.45, true],
  ['organisation', 0.599, 0.45, false],
  ['organisation', 0.6, 0.449, false],
  ['organisation and joined', 0.6, 0.45, true],
  // A word by which organisations are called decides before "at".
  ['organisation and joined', 0.59, 0.5, false],
  ['joined', 0.5, 0.5, true],
  ['joined', 0.499, 0.5, false],
  ['joined', 0.5, 0.499, false],
  ['nothing', 0.65, 0.4, true],
  ['nothing', 0.649, 0.4, false],
  ['nothing', 0.65, 0.399, false],
  ['nothing', 1, 1, true],
  ['nothing', 0, 0, false],
])('%s, with %d and %d: %s', (ground, company, thisCompany, sure) => {
  const said = { joined: ground.endsWith('joined'), isOrganisation: ground.startsWith('organisation') };
  expect(isSure({ company, thisCompany }, said)).toBe(sure);
});
