/** A new table needs a decision on how erasing reaches the people in it. */
import { allTables } from '../tables/all';
import { personData } from './person-data';

test('every table says how erasing reaches it', () => {
  expect(Object.keys(personData).sort()).toEqual(allTables.map(({ name }) => name).sort());
  for (const { name, columns } of allTables) {
    // An empty list says nothing.
    expect([name, personData[name]?.length]).not.toEqual([name, 0]);
    for (const reach of personData[name] ?? []) {
      if (reach.kind === 'rows') expect(Object.keys(columns)).toContain(reach.column);
      if (reach.kind === 'texts') expect(Object.keys(columns)).toEqual(expect.arrayContaining([...reach.columns]));
    }
    // A column that holds a person's id is one that erasing must reach.
    const holdsPerson = ['person_id', 'author_person_id', 'lead_id'].some((column) => column in columns);
    if (holdsPerson) expect(personData[name]?.some(({ kind }) => kind === 'nobody')).toBe(false);
  }
});
