/** Writes Cyrillic and Greek names in Latin letters, as companies do on their pages and people in their passports. */

const shared: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  д: 'd',
  ж: 'zh',
  з: 'z',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ь: '',
  ъ: '',
  э: 'e',
  е: 'e',
  ё: 'e',
  ю: 'yu',
  я: 'ya',
  ы: 'y',
};
/** Russian, and Ukrainian by its passport standard (resolution 55 of 2010), each with the two common letters for й. */
const cyrillic: readonly Readonly<Record<string, string>>[] = [
  { ...shared, г: 'g', и: 'i', й: 'y', х: 'kh' },
  { ...shared, г: 'g', и: 'i', й: 'i', х: 'h' },
  { ...shared, г: 'h', ґ: 'g', и: 'y', й: 'i', і: 'i', ї: 'i', є: 'ie', х: 'kh', ю: 'iu', я: 'ia' },
  { ...shared, г: 'h', ґ: 'g', и: 'y', й: 'y', і: 'i', ї: 'yi', є: 'ye', х: 'kh' },
];
const greek: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** The ways a name may be written in Latin letters. Empty when it is in another script. @param name lower case. */
export function transliterations(name: string): string[] {
  if (/\p{Script=Cyrillic}/u.test(name)) return [...new Set(cyrillic.map((table) => written(name, table)))];
  if (/\p{Script=Greek}/u.test(name)) {
    return [written(name.normalize('NFKD').replace(/\p{M}+/gu, ''), greek)];
  }
  return [];
}

const written = (name: string, table: Readonly<Record<string, string>>) =>
  Array.from(name)
    .map((letter) => table[letter] ?? letter)
    .join('');
