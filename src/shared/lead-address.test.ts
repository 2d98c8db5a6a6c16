import { leadIdOrText, readLeadAddress } from './lead-address';

const organizationId = '0198c0de-0000-7000-8000-00000000000a';
const leadId = '0198c0de-0000-7000-8000-00000000000b';

describe('the address of a lead’s page', () => {
  it.each([
    `https://leads.example/app/${organizationId}/leads/${leadId}`,
    `http://127.0.0.1:8080/sales/app/${organizationId}/leads/${leadId}/?from=mail#history`,
    `  leads.example/app/${organizationId.toUpperCase()}/leads/${leadId.toUpperCase()}  `,
  ])('%s names workspace and lead', (text) => {
    expect(readLeadAddress(text)).toEqual({ organizationId, leadId });
    expect(leadIdOrText(text)).toBe(leadId);
  });

  it.each([
    leadId,
    `https://leads.example/app/${organizationId}/accounts/${leadId}`,
    `https://leads.example/app/${organizationId}/leads/${leadId}0`,
    `https://leads.example/app/${organizationId}/leads/`,
    `https://leads.example/${'x'.repeat(2_000)}/app/${organizationId}/leads/${leadId}`,
  ])('%s stays as it is', (text) => {
    expect(readLeadAddress(text)).toBeUndefined();
    expect(leadIdOrText(text)).toBe(text);
  });
});
