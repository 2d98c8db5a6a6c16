/** Credentials as clients send them, good and misplaced, are recognised by their form. */
import { credentialForm } from './credential-form';

const key = `ll_${'k'.repeat(43)}`;
const provisioning = `llp_${'k'.repeat(43)}`;
const token = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJ4In0.c2lnbmF0dXJl';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test.each([
  [undefined, 'nothing'],
  [`Bearer ${key}`, 'api_key'],
  [`bearer  ${key} `, 'api_key'],
  [key, 'api_key'],
  [`Bearer "${key}"`, 'api_key'],
  [`Bearer Bearer ${key}`, 'api_key'],
  [`Token token=${key}`, 'api_key'],
  [basic(`${key}:`), 'api_key'],
  [basic(`:${key}`), 'api_key'],
  [basic(`user:${key}`), 'api_key'],
  ['Bearer ll_cut', 'api_key'],
  [`Bearer ${key}, Bearer ${key}`, 'api_key'],
  [`Bearer ${provisioning}`, 'provisioning_key'],
  [basic(provisioning), 'provisioning_key'],
  [`Bearer ${token}`, 'access_token'],
  [token, 'access_token'],
  [`Token ${token}`, 'access_token'],
  [`Bearer ${token.slice(0, -5)}`, 'access_token'],
  ['Bearer a.b.c', 'other'],
  ['Bearer', 'other'],
  ['', 'other'],
  ['Bearer undefined', 'other'],
  ['Bearer {{key}}', 'other'],
  ['Basic !', 'other'],
  ['Bearer call_me', 'other'],
])('%s is %s', (header, form) => {
  expect(credentialForm(header)).toBe(form);
});
