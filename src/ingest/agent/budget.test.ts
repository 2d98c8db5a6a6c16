import { allowance, dayIn, daysAround, usedOn } from './budget';

const at = (text: string) => Date.parse(text);

describe('the day of a budget', () => {
  it.each([
    ['a day of 25 hours, its first minute', 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25'],
    ['a day of 25 hours, its last minute', 'Europe/Berlin', '2026-10-25T22:59Z', '2026-10-25'],
    ['after a day of 25 hours', 'Europe/Berlin', '2026-10-25T23:00Z', '2026-10-26'],
    ['a day of 23 hours, its first minute', 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29'],
    ['a day of 23 hours, its last minute', 'Europe/Berlin', '2026-03-29T21:59Z', '2026-03-29'],
    ['after a day of 23 hours', 'Europe/Berlin', '2026-03-29T22:00Z', '2026-03-30'],
    ['a day of 25 hours in New York', 'America/New_York', '2026-11-02T04:59Z', '2026-11-01'],
    ['half an hour more on Lord Howe Island', 'Australia/Lord_Howe', '2026-04-05T13:29Z', '2026-04-05'],
    ['after it', 'Australia/Lord_Howe', '2026-04-05T13:30Z', '2026-04-06'],
    ['half an hour less on Lord Howe Island', 'Australia/Lord_Howe', '2026-10-04T12:59Z', '2026-10-04'],
    ['after it', 'Australia/Lord_Howe', '2026-10-04T13:00Z', '2026-10-05'],
  ])('%s', (_name, timeZone, moment, day) => {
    expect(dayIn(timeZone, at(moment))).toBe(day);
  });

  it('counts what runs used that started on it, under whatever day another zone had noted them', () => {
    const run = (moment: string, credits: number) => ({ startedAt: at(moment), credits });
    // Half past midnight in Tokyo is half past four in the afternoon of the day before in Berlin.
    const runs = [run('2026-11-21T15:30Z', 7), run('2026-11-21T14:59Z', 100), run('2026-11-22T14:59Z', 2)];
    expect(usedOn('2026-11-22', 'Asia/Tokyo', runs)).toBe(9);
    expect(usedOn('2026-11-21', 'Europe/Berlin', runs)).toBe(107);
  });

  it('was noted under one of the days around it, whatever the zone', () => {
    const zones = ['Etc/GMT+12', 'America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'];
    for (let hour = 0; hour < 72; hour += 1) {
      const moment = at('2026-12-30T00:30Z') + hour * 3_600_000;
      for (const zone of zones) {
        const around = daysAround(dayIn(zone, moment));
        for (const other of zones) expect(around).toContain(dayIn(other, moment));
      }
    }
  });
});

it.each([
  ['all of it', { perRun: 10, perDay: 50, usedToday: 0, available: 100 }, 10, 'run_budget'],
  ['what is left of the day', { perRun: 10, perDay: 50, usedToday: 43, available: 100 }, 7, 'day_budget'],
  ['nothing of a day that is used up', { perRun: 10, perDay: 50, usedToday: 60, available: 100 }, 0, 'day_budget'],
  ['what the workspace has', { perRun: 10, perDay: 50, usedToday: 0, available: 3 }, 3, 'credits_exhausted'],
  ['nothing where it has nothing', { perRun: 10, perDay: 50, usedToday: 0, available: 0 }, 0, 'credits_exhausted'],
])('a run may use %s', (_name, budget, credits, limit) => {
  expect(allowance(budget)).toEqual({ credits, limit });
});
