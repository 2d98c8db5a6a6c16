/** The console draws the fading of intent with the constants of the rule. */
import { halfLifeDays, scale } from '../../packages/console/src/api/intent';
import { intentRules } from '../../src/rules/intent/intent';

test('half-life and scale are those of the rule', () => {
  expect({ halfLifeDays, scale }).toEqual({ halfLifeDays: intentRules.halfLifeDays, scale: intentRules.scale });
});
