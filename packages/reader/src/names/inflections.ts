/** How names change in sentences, by language: a table for names-in-text.ts. All folded. */
const set = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g) ?? []);

export interface Inflection {
  /** The ending of names that change in this way, and what replaces it. */
  readonly ending: RegExp;
  readonly leaves: string;
  /** The endings that are then added. */
  readonly suffixes: ReadonlySet<string>;
}

const row = (ending: RegExp, leaves: string, suffixes: string): Inflection => ({
  ending,
  leaves,
  suffixes: set(suffixes),
});

/** Endings that make another name of it (`Jonas`, `Jona`), so they count only beside a word with a sure one. */
export const unsureInflections: readonly Inflection[] = [row(/as$/, '', 'o ui a u'), row(/nis$/, 'n', 'a im i')];

export const inflections: readonly Inflection[] = [
  // Endings that are only added: German, Dutch, Nordic, Turkish, Finnish, Hungarian, Slavic.
  row(
    /$/,
    '',
    `s es n en in i a u e y ow owi em om ie ej ova ovi ove ou ovou uv ovy ovo un nin nun da de dan den ya ye la le lla lle lta ssa
     sta ksi nak nek val vel hoz ra re t ot et ego emu m iej ji rol tol bol ban ben ert nal ek ega elt ul ului lui
     ს მ მა ით სთან ի ին ից ով ը ज র ক ন கக ன
     а у ом ем е ы и еи ою ым ого ому ых ну ов ова ово
     σ ου οσ α ασ η ησ ον`,
  ),
  // `Anna`, `Petra`, `Анна`, `Ρένα`, `Иванова`.
  row(/[aаяαη]$/u, '', 'y e o u i ou ej om in iny ом ы и е у ои ою еи ю ию ии им ин і σ ασ ησ ουσ'),
  // `Шевченко`.
  row(/о$/u, '', 'а у ом ові'),
  // Hungarian `with` repeats the last letter: `Jánossal`.
  ...Array.from('bcdfghjklmnprstvz', (last) => row(new RegExp(`${last}$`), last, `${last}al ${last}el`)),
  // `Сергей`, `Андрей`, `Игорь`.
  row(/[иь]$/u, '', 'я ю ем е и ей еи'),
  // `Papadopoulos`, `Παπαδόπουλος`, `Γιώργος`.
  row(/(?:οσ|ησ|ασ)$/u, '', 'ου ο ε η α'),
  // `Novotný`, `Kowalska`, `Достоевский`, `Толстой`, `Толстая`.
  row(/[yi]$/, '', 'eho emu ym em ego im ich ych'),
  row(/(?:ii|yi)$/, '', 'ogo omu im'),
  row(/(?:ии|ыи|ои)$/u, '', 'ого ому им ым ом ою'),
  row(/ая$/u, '', 'ои ую ою'),
  row(/a$/, '', 'iej'),
  // `Świątek`, `Havránek`, `Němec`: the e is dropped.
  row(/e([kc])$/, '$1', 'a u owi iem em ovi om y ami uv'),
  row(/е([кц])$/u, '$1', 'а у ом е'),
  row(/o([kn])$/, '$1', 'a u owi em'),
  // Finnish: `Virtasen`, `Matin`.
  row(/nen$/, 'se', 'n lle lla lta ssa sta en na'),
  row(/nen$/, 's', 'ta'),
  row(/kk([aeiouy])$/, 'k$1', 'n lle lla lta ssa sta'),
  row(/pp([aeiouy])$/, 'p$1', 'n lle lla lta ssa sta'),
  row(/tt([aeiouy])$/, 't$1', 'n lle lla lta ssa sta'),
  // Georgian.
  row(/[იეა]$/u, '', 'მა ის ს ით თან'),
  // Lithuanian and Latvian family names: `Kazlausko`, `Bērziņa`.
  row(/skas$/, 'sk', 'o ui a u'),
  row(/ins$/, 'in', 'a am u'),
  // Icelandic.
  row(/dottir$/, 'dott', 'ur'),
];
