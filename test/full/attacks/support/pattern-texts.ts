/** Texts that make a careless pattern slow, taken from the pattern itself. */

/** A text: its beginning, what is then repeated until it is long enough, and at last a character that nothing expects. */
export interface Pumped {
  readonly start: string;
  readonly pump: string;
}

/** One of each kind of character that patterns tell apart. */
const kinds = Array.from('aA7 -.,@/_\t\n|():éσか株ה的가!"&+%#<>—İ\u0301\u200b\ufe0f\u{1f600}');

/** What goes wrong in patterns of every kind. */
const usual: readonly Pumped[] = [
  ...[
    'a',
    'A',
    ' ',
    ',',
    '-',
    '@',
    '.',
    '/',
    '7',
    '\u0301',
    '\ud83d',
    'é',
    '\n',
    'か',
    'a ',
    'a.',
    '(',
    '<',
    '"',
    '\\',
  ],
].map((pump) => ({ start: '', pump }));

/**
 * The texts for a pattern: whatever it repeats, repeated behind what the pattern wants before it; the same from the beginning
 * again and again; each alternative of a repeated group; and the usual ones.
 */
export function textsAgainst(source: string, flags: string): readonly Pumped[] {
  const found = new Map<string, Pumped>();
  const add = (start: string, pump: string) => {
    if (pump !== '' && pump.length < 2_000) found.set(`${start}\0${pump}`, { start: start.slice(0, 2_000), pump });
  };
  const whole = new Reader(source, flags, add).alternatives('');
  for (const text of whole) add('', text);
  for (const text of usual) add(text.start, text.pump);
  return [...found.values()];
}

/** Reads a pattern (ECMA-262, 22.2.1) as far as needed to write texts for it; what it can not know it leaves empty. */
class Reader {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
    private readonly add: (start: string, pump: string) => void,
  ) {}

  /** A text for each alternative, up to the end or the closing bracket. @param before what the pattern wants before this. */
  alternatives(before: string): string[] {
    const texts = [this.sequence(before)];
    while (this.source[this.at] === '|') {
      this.at += 1;
      texts.push(this.sequence(before));
    }
    return texts;
  }

  private sequence(before: string): string {
    let text = '';
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? '')) {
      const samples = this.atom(before + text);
      const { least, many } = this.quantifier();
      const first = samples[0] ?? '';
      if (many) {
        for (const sample of samples) this.add(before + text, sample);
        this.add('', before + text + first);
      }
      text += first.repeat(Math.min(least, 50));
    }
    return text;
  }

  /** Texts that one atom matches: one per alternative of a group, two for a class; an assertion has an empty one. */
  private atom(before: string): string[] {
    const opening = this.take(/\((?:\?(?:<?[=!]|:|<[^>]+>))?/y);
    if (opening !== '') {
      const texts = this.alternatives(before);
      this.at += 1;
      return /[=!]$/.test(opening) ? [''] : texts;
    }
    if (this.take(/[$^]|\\(?:[bB1-9]|k<[^>]+>)/y) !== '') return [''];
    const set = this.take(/\[(?:\\.|[^\]\\])*\]|\.|\\(?:[pP]\{[^}]+\}|[dDsSwW])/sy);
    if (set !== '') return this.membersOf(set);
    const escape = this.take(/\\(?:u\{[^}]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|.)/isy);
    if (escape !== '') return [unescaped(escape)];
    const letter = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += letter.length;
    return [letter];
  }

  private quantifier(): { least: number; many: boolean } {
    const [, least = '', bound, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(this.take(/\{\d+(?:,\d*)?\}/y)) ?? [];
    const sign = least === '' ? this.take(/[*+?]/y) : '';
    this.take(/\?/y);
    if (least !== '')
      return { least: Math.max(1, Number(least)), many: bound === ',' && (most === '' || Number(most) > 8) };
    return { least: 1, many: sign === '*' || sign === '+' };
  }

  private membersOf(set: string): string[] {
    const one = new RegExp(`^${set}$`, this.flags.replace(/[gmy]/g, ''));
    const named = Array.from(set.matchAll(/\\(?:u\{[^}]+\}|u[0-9a-f]{4}|x[0-9a-f]{2})|[^\\]/gisu), ([raw]) =>
      unescaped(raw),
    );
    const members = [...kinds, ...named].filter((letter) => one.test(letter));
    return [...new Set([members[0] ?? '', members.at(-1) ?? ''])];
  }

  private take(what: RegExp): string {
    what.lastIndex = this.at;
    const taken = what.exec(this.source)?.[0] ?? '';
    this.at += taken.length;
    return taken;
  }
}

function unescaped(raw: string): string {
  const [, code] = /^\\[ux]\{?([0-9a-f]+)\}?$/i.exec(raw) ?? [];
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  const known: Readonly<Record<string, string>> = {
    '\\n': '\n',
    '\\t': '\t',
    '\\r': '\r',
    '\\f': '\f',
    '\\v': '\v',
    '\\0': '\0',
  };
  return known[raw] ?? (raw.startsWith('\\') ? raw.slice(1) : raw);
}
