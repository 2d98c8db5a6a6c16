/** One row of the table of bad input, and the rows that parameters of a kind have in common. */

/** One request and its answer. */
export interface Row {
  readonly path: string;
  readonly status: number;
  /** Code and the parameters named; nothing for a good request. */
  readonly code?: string;
  readonly named?: readonly string[];
  readonly method?: string;
  /** Instead of the good key. */
  readonly headers?: (key: string) => Record<string, string | string[]>;
}

export const good = (path: string): Row => ({ path, status: 200 });
export const bad = (path: string, ...named: string[]): Row => ({ path, status: 400, code: 'validation_failed', named });
export const missing = (path: string): Row => ({ path, status: 404, code: 'not_found' });

export const uuid = (index: number) => `0190a8c2-3a55-7c1e-9d52-${String(index).padStart(12, '0')}`;
export const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(',');
export const letters = (count: number) => 'a'.repeat(count);

/** Parameters by the kind of their limits, with the lists that take them. */
export const percents = ['minIcpMatchPercent', 'maxIcpMatchPercent', 'minIntentScore', 'maxIntentScore'];
export const accounts = 'account-reports';
export const profiles = 'watchlist/profiles';
export const signals = 'leads/signals';

export function percentRows(list: string, name: string): Row[] {
  return [
    good(`${list}?${name}=0`),
    good(`${list}?${name}=100`),
    bad(`${list}?${name}=-1`, name),
    bad(`${list}?${name}=101`, name),
    bad(`${list}?${name}=50.5`, name),
    bad(`${list}?${name}=high`, name),
  ];
}

export function enumListRows(list: string, name: string, values: readonly string[]): Row[] {
  return [
    good(`${list}?${name}=${values.join(',')}`),
    good(`${list}?${name}=${values.join(',')},${values[0] ?? ''}`),
    bad(`${list}?${name}=${(values[0] ?? '').toLowerCase()}`, name),
    bad(`${list}?${name}=${values[0] ?? ''},OTHER`, name),
    bad(`${list}?${name}=`, name),
    bad(`${list}?${name}=${values[0] ?? ''},`, name),
  ];
}

export function enumRows(list: string, name: string, value: string): Row[] {
  return [
    good(`${list}?${name}=${value}`),
    bad(`${list}?${name}=OTHER`, name),
    bad(`${list}?${name}=${value}&${name}=${value}`, name),
    bad(`${list}?${name}=${value},${value}`, name),
    bad(`${list}?${name}=`, name),
  ];
}

export function textRows(list: string, name: string, max: number): Row[] {
  return [
    good(`${list}?${name}=${letters(max)}`),
    bad(`${list}?${name}=${letters(max + 1)}`, name),
    bad(`${list}?${name}=`, name),
    bad(`${list}?${name}=%20`, name),
    bad(`${list}?${name}=a&${name}=b`, name),
  ];
}
