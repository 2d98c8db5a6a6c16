/** The address of a lead's page in the console, which people copy from their browser to name that lead. */

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const page = new RegExp(`/app/(${uuid})/leads/(${uuid})/?(?:[?#].*)?$`, 'i');

/** Longer texts are not looked at. */
const longest = 2_000;

/**
 * The workspace and the lead that the address of a lead's page names, at any host and below any prefix; their ids in lower case.
 * @returns undefined for every other text.
 */
export function readLeadAddress(
  text: string,
): { readonly organizationId: string; readonly leadId: string } | undefined {
  if (text.length > longest) return undefined;
  const [, organizationId, leadId] = page.exec(text.trim()) ?? [];
  if (organizationId === undefined || leadId === undefined) return undefined;
  return { organizationId: organizationId.toLowerCase(), leadId: leadId.toLowerCase() };
}

/**
 * The id of the lead whose page the address is, or the text as it is. A lead of another workspace is not found by its id, so the
 * workspace in the address needs no check.
 */
export const leadIdOrText = (text: string): string => readLeadAddress(text)?.leadId ?? text;
