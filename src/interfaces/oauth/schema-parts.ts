/** Parts of schemas that several endpoints share. Members have the names of the RFCs. */
import { z } from 'zod';
import { scopeDefinitions } from '../../auth/rights';

/** Scopes in one text, as RFC 6749 §3.3 writes them. */
export const scopeText = (description: string) => z.string().describe(`${description} Separated by blanks.`);
export const scopeName = z.enum(Object.keys(scopeDefinitions));
export const time = z.iso.datetime();

/** An id in examples. */
export const exampleId = '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11';
