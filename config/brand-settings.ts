/** What the built-in pages and assistants show of this installation. */
import { z } from 'zod';
import type { SettingDefinition } from './definition';
import * as kind from './kinds';

export const brandDefinitions = {
  BRAND_NAME: {
    schema: kind.label(60),
    fallback: 'Leadlight',
    allowed: 'a name of up to 60 characters',
    purpose: 'What the built-in pages call this service.',
  },
  BRAND_LOGO_FILE: {
    schema: kind.label(4096).optional(),
    fallback: undefined,
    allowed: 'a PNG, JPEG or WebP file of at most 256 KB',
    purpose: 'Logo on the built-in pages.',
  },
  BRAND_COLOR: {
    schema: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .optional(),
    fallback: undefined,
    allowed: 'a colour such as #0b57b0',
    purpose: 'Colour of the buttons on the built-in pages; the text on them gets a legible colour.',
  },
  BRAND_SUPPORT_URL: {
    schema: z
      .string()
      .refine((value) => URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol))
      .optional(),
    fallback: undefined,
    allowed: 'an http(s) or mailto URL',
    purpose: 'Where the built-in pages send people for help.',
  },
  BRAND_POLICY_URL: {
    schema: kind.httpUrl.optional(),
    fallback: undefined,
    allowed: 'an http(s) URL',
    purpose: 'Your privacy policy: `resource_policy_uri` of the metadata that assistants and their directories read.',
  },
  BRAND_TERMS_URL: {
    schema: kind.httpUrl.optional(),
    fallback: undefined,
    allowed: 'an http(s) URL',
    purpose: 'Your terms of service: `resource_tos_uri` of the same metadata.',
  },
} as const satisfies Record<string, SettingDefinition>;
