/** Settings of the authorization server: which clients may connect, and how people prove who they are. */
import { z } from 'zod';
import { assistantNames, documentedAssistants, isAssistant } from '../src/shared/assistants';
import { directories } from '../src/shared/directory';
import { isListable } from '../src/shared/redirect-uri';
import type { SettingDefinition } from './definition';
import * as kind from './kinds';

export const signInDefinitions = {
  OAUTH_ALLOWED_REDIRECT_ORIGINS: {
    schema: kind.origins.refine((list) => list.every((o) => o.startsWith('https:'))),
    fallback: 'https://claude.ai,https://claude.com,https://chatgpt.com,https://vscode.dev,https://insiders.vscode.dev',
    allowed: 'comma-separated https origins such as https://app.example.com (no path, no trailing slash)',
    purpose: 'Https origins of redirect URIs that clients may register. Loopback is always allowed.',
  },
  OAUTH_ALLOWED_REDIRECT_URIS: {
    schema: kind.commaList.refine((list) => list.every(isListable)),
    fallback: '',
    allowed:
      'comma-separated redirect URIs in normal form: https, loopback http, or a private-use scheme such as app.example://host/path',
    purpose:
      'Redirect URIs that clients may register, compared exactly. They add to those of the allowed origins and assistants.',
  },
  OAUTH_ALLOWED_ASSISTANTS: {
    schema: kind.commaList
      .refine((list) =>
        list.every((name) => isAssistant(name) || ((name === 'none' || name === 'all') && list.length === 1)),
      )
      .transform((list) => (list[0] === 'all' ? assistantNames : list.filter(isAssistant))),
    fallback: documentedAssistants.join(','),
    allowed: `none, all, or a comma-separated list of ${assistantNames.join(', ')}`,
    purpose:
      'Assistants whose own redirect URIs clients may register (docs/connect.md lists them). The default lists those whose vendors document theirs.',
  },
  OAUTH_CLIENT_DOCUMENTS: {
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    allowed: 'on or off',
    purpose:
      'Whether assistants may present a client ID metadata document, which this service fetches from its vendor. off: they are told to ' +
      'register instead, for networks out of which nothing can be fetched.',
  },
  CONSENT_PAGE_URL: {
    schema: kind.httpUrl.optional(),
    fallback: undefined,
    allowed: 'an http(s) URL without query, fragment or credentials; default the built-in page',
    purpose: 'Page that asks the person for consent.',
  },
  SESSION_TOKEN_SECRET: {
    schema: z.string().min(32).max(1024).optional(),
    fallback: undefined,
    secret: true,
    allowed: '32 to 1024 characters; default a generated one in DATA_DIR',
    purpose: 'Signs (HS256) the app session tokens that the consent screen sends.',
  },
  SESSION_TOKEN_JWKS_URL: {
    schema: kind.httpUrl.refine((url) => !/[\s,]/.test(url)).optional(),
    fallback: undefined,
    allowed: 'one http(s) URL without query, fragment or credentials',
    purpose: 'Address of the public keys (JWKS) of your own application, if it issues session tokens (ES256 or RS256).',
  },
  SESSION_TOKEN_SUBJECT: {
    schema: z.enum(['id', 'external', 'email']),
    fallback: 'id',
    allowed: 'id, external or email',
    purpose:
      "What the `sub` of a session token holds: the person's id here, their id in your application, or their e-mail address.",
  },
  SESSION_TOKEN_ISSUER: {
    schema: kind.label(255).optional(),
    fallback: undefined,
    allowed: 'the `iss` of your session tokens, up to 255 characters; default any',
    purpose: 'Issuer of session tokens. Tokens with another `iss` are refused.',
  },
  PROVISIONING_DIRECTORY: {
    schema: z.enum(directories),
    fallback: 'workspace',
    allowed: directories.join(' or '),
    purpose:
      'Who keeps the ids and e-mail addresses of people that applications send (docs/consent-page.md). workspace: each workspace keeps its own. ' +
      'shared: one directory serves all workspaces, and a known id or address means the person who already has it.',
  },
} as const satisfies Record<string, SettingDefinition>;
