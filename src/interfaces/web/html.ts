/** HTML as a tagged template that escapes every inserted value, so that no page can forget to. */

/** Markup that can be written as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | Markup | readonly Markup[] | false | undefined;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * `html\`<p>${name}</p>\``: strings are escaped, Markup and lists of it are not, false and undefined write nothing. Attribute
 * values must be in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? written(values[i]) : '')).join(''));
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map((item) => item.text).join('');
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
