/** What a request sends as credential, by its form alone: for refusals that say where it belongs, and never whether it is valid. */

export type CredentialForm = 'nothing' | 'api_key' | 'provisioning_key' | 'access_token' | 'other';

const forms: readonly (readonly [CredentialForm, RegExp])[] = [
  ['provisioning_key', /(?:^|[^\w-])llp_/],
  ['api_key', /(?:^|[^\w-])ll_/],
  // A signed token (RFC 7519), as assistants get them.
  ['access_token', /(?:^|[^\w-])eyJ[\w-]+\.[\w-]+\./],
];

/**
 * Clients send a credential without a scheme, with another one (`Token`, `Basic` as user or password), in quotes or cut off: each is
 * recognised.
 * @param header `Authorization`, as it was sent.
 */
export function credentialForm(header: string | undefined): CredentialForm {
  if (header === undefined) return 'nothing';
  const basic = /^basic +([\w+/=-]+) *$/i.exec(header)?.[1];
  const said = basic === undefined ? header : Buffer.from(basic, 'base64').toString('latin1');
  return forms.find(([, form]) => form.test(said))?.[0] ?? 'other';
}
