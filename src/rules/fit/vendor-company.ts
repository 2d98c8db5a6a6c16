/** Companies whose name says that they sell their own work to the same buyers: agencies, consultancies, recruiters. */
import { fold, tokensOf } from '../../../packages/reader/src';

/** Folded; at the end of a German or Nordic compound too ("Werbeagentur", "Personalberatung"). */
const sellers =
  /^(?:agency|agencies|agence|agencia|agenzia|agencja|agentura|byra|reklambyra|consulting|consultancy|consultants|conseil|consultoria|consulenza|konsult|konsulting|advisory|recruiting|recruitment|recruiters|staffing|headhunting|\p{L}{0,24}(?:agentur|beratung|vermittlung))$/u;

/** Before an agency that is an authority or sells to the public; and compounds of the same kind. */
const others =
  /^(?:travel|insurance|estate|news|space|environment|environmental|protection|medicines|medicine|housing|tax|revenue|energy|employment|european|national|federal|state|government|viajes|voyages?|viagens|noticias|presse|inmobiliaria|tributaria|spatiale|sante|(?:bundes|arbeits|umwelt|netz|nachrichten|reise|energie|kreditschutz)(?:agentur|vermittlung))$/u;

/** Letters that each of these words holds: most names are told by them alone. */
const hints = /agen[ctz]|byra|consul[te]|conseil|konsult|advisory|recruit|staffing|headhunt|beratung|vermittlung/;

/** The word of a company's name that says so, as folded; null without one. "Marketing Agency" is one, "European Space Agency" is none. */
export function sellerWord(companyName: string): string | null {
  const name = companyName.slice(0, 200);
  if (!hints.test(fold(name))) return null;
  const words = tokensOf(name);
  if (words.some((word) => others.test(word))) return null;
  return words.find((word) => sellers.test(word)) ?? null;
}
