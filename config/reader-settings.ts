/** Settings of the second opinion: a language model that reads what the built-in reader is unsure of. */
import { z } from 'zod';
import { readTarget } from '../src/shared/http-client/targets';
import type { SettingDefinition } from './definition';
import { allowedHosts, httpUrl, wholeNumber } from './kinds';

export const readerDefinitions = {
  READER_URL: {
    schema: httpUrl.optional(),
    fallback: undefined,
    allowed:
      'an https URL without query, fragment or credentials, such as https://api.example.com/v1; http and a private host only if ' +
      'READER_ALLOWED_HOSTS names the host; default none: no text is sent anywhere',
    purpose:
      'Base address of an OpenAI-compatible API. Its /chat/completions reads comments of which the built-in reader is unsure, and job ' +
      'titles that no word list knows (docs/second-opinion.md).',
  },
  READER_MODEL: {
    schema: z
      .string()
      .regex(/^[\w.:/@+-]{1,100}$/)
      .optional(),
    fallback: undefined,
    allowed: 'up to 100 letters, digits and . _ : / @ + -; required with READER_URL',
    purpose: 'Model that is asked, as the API names it.',
  },
  READER_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,1024}$/)
      .optional(),
    fallback: undefined,
    secret: true,
    allowed: 'a key of at most 1024 visible ASCII characters; default none',
    purpose: 'Credential for that API, sent as a bearer token.',
  },
  READER_ALLOWED_HOSTS: {
    schema: allowedHosts,
    fallback: '',
    allowed: 'comma-separated host names or IP addresses, each with a port if only that port is allowed',
    purpose: 'Hosts of your own network that READER_URL may name, also without https: 127.0.0.1:11434 for Ollama here.',
  },
  READER_REQUESTS_PER_DAY: {
    schema: wholeNumber(1, 1_000_000),
    fallback: '500',
    allowed: 'a whole number from 1 to 1000000',
    purpose: 'Most requests to that API in a day (UTC), of all workspaces and processes together.',
  },
} as const satisfies Record<string, SettingDefinition>;

/** What is wrong with these settings together, one line each. */
export function readerProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { READER_URL: url, READER_MODEL: model, READER_ALLOWED_HOSTS: hosts } = values;
  if (typeof url !== 'string' || !Array.isArray(hosts)) return [];
  const target = readTarget(
    url,
    hosts.filter((host) => typeof host === 'string'),
    'READER_ALLOWED_HOSTS',
  );
  return [
    ...(model === undefined ? [`READER_MODEL is not set; allowed: ${readerDefinitions.READER_MODEL.allowed}.`] : []),
    ...('problem' in target ? [`READER_URL ${target.problem}.`] : []),
  ];
}
