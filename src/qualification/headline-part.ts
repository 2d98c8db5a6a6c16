/** A part of a headline that may name a job, a company or both. */
import { roleOf, type Role } from './role';

export interface Part {
  readonly text: string;
  readonly company: string | null;
  readonly role: Role;
  /** The part begins with a joiner ("@Acme" between bars): it belongs to the part before it. */
  readonly companyOnly: boolean;
  /** The part says that it is the job of now: "aktuell CEO bei Acme". */
  readonly now?: boolean;
  /** Nothing but its place says that the name is a company. */
  readonly bare?: boolean;
}

/** Words of a title that names no rank; longer ones are sentences. */
const longestWordyTitle = 7;
/** Whether a part names a job. A whole sentence with a trade word in it does not. */
export function isMain({ role, text }: { readonly role: Role; readonly text: string }): boolean {
  if (role.sideOnly) return false;
  return role.namesRank || (role.function !== null && text.split(' ').length <= longestWordyTitle);
}

/** A word that joins, left at the end of a title when what it joined was taken. */
const hanging =
  /(?:,? (?:in|im|in der|bei|beim|at|with|for|of|für|w|we|v|ve|na|på|hos|vid|till|til|de|del|en|para|pour|chez|à|la|di|da|per|van|voor|в|у|на|σε|στην|στο|ב))+$/u;

export function partOf(text: string, company: string | null): Part {
  const title = text.replace(hanging, '').replace(/ (?:hoon|hun|hu|hai)$/, '');
  return { text: title, company, role: roleOf(title), companyOnly: title === '' };
}
