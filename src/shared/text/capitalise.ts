/** Restores capitals in text from sources that keep everything in lower case. */

const small = new Set(
  'a an and at de del der des di du e el en et for für im in la le of og on och the to und van von y zu'.split(' '),
);

const capitals = new Set(
  'ai api b2b b2c bi ceo cfo cio ciso cmo coo cpo cro crm cto erp hr it m&a plc pmo pr qa r&d saas seo ui uk us usa ux vp'.split(
    ' ',
  ),
);

/**
 * `vp of sales` -> `VP of Sales`. Text with a capital letter anywhere, or in a script without case, is left alone, because its
 * author chose the spelling.
 */
export function capitalise(text: string): string {
  if (text !== text.toLowerCase()) return text;
  let first = true;
  return text.replace(/[^\s/(-]+/gu, (word) => {
    const plain = word.replace(/(?<![,;.)])[,;.)]+$/, '');
    const keeps = !first && small.has(plain);
    first = false;
    if (capitals.has(plain)) return word.toUpperCase();
    return keeps ? word : word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  });
}
