/** People and NTP set the clock of a machine. What was to happen in an hour must not wait for a day because of it. */
import { StepDetector } from './clock';

test('a step back is told by how far it went, once; small ones and time that passes are none', () => {
  let [wall, since] = [1_000_000, 0];
  const steps = new StepDetector({ now: () => wall, monotonic: () => since });
  const after = (passed: number, set = 0) => {
    since += passed;
    wall += passed + set;
    return steps.steppedBack(5_000);
  };
  expect([after(60_000), after(1_000, -5_000), after(1_000, -5_001), after(1_000), after(1_000, 9_000)]).toEqual([
    0, 0, 5_001, 0, 0,
  ]);
  // Slow corrections do not add up to a step.
  expect([after(0, -4_000), after(0, -4_000), after(0, -86_400_000)]).toEqual([0, 0, 86_400_000]);
});
