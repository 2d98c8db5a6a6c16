import { z } from 'zod';
import { PersonSessions } from '../../../auth/person-sessions';
import { openSessions } from '../../../auth/sessions';
import { findUserByEmail } from '../../../store/access/members';
import { command, parameter, type CommandGroup } from '../command';
import { CliError, missing } from '../exit-codes';
import { mintSession } from '../operator-people';
import { timestamp } from '../text';

const mint = command({
  name: 'mint',
  summary: 'Print a session token: anyone who holds it acts as this person on the consent page.',
  details:
    'For tests and for trying out your own consent page. Refused if SESSION_TOKEN_JWKS_URL is set: then your ' +
    'application issues the tokens.',
  options: {
    email: parameter('--email <email>', "the person's e-mail address", z.string()),
    ttl: parameter(
      '--ttl <seconds>',
      'how long the token is valid, at most 30 days',
      z.coerce.number().int().min(1).max(2_592_000).default(3600),
    ),
  },
  examples: ['session mint --email ada@example.com', 'session mint --email ada@example.com --ttl 600 --json'],
  async run(context, _args, options) {
    const { settings } = context;
    if (settings.SESSION_TOKEN_JWKS_URL !== undefined) {
      throw new CliError('conflict', 'SESSION_TOKEN_JWKS_URL is set: session tokens come from your own application');
    }
    const db = await context.database();
    const user = await findUserByEmail(db, options.email);
    if (!user) throw missing('person', options.email);
    const sessions = openSessions({
      secret: settings.SESSION_TOKEN_SECRET,
      issuer: settings.SESSION_TOKEN_ISSUER,
      dataDir: settings.DATA_DIR,
    });
    const sessionToken = await mintSession(db, new PersonSessions(db, sessions), user, options.ttl);
    const expiresAt = timestamp(Date.now() + options.ttl * 1000);
    return { data: { userId: user.id, sessionToken, expiresAt }, lines: [sessionToken] };
  },
});

export const session: CommandGroup = {
  name: 'session',
  summary: 'App session tokens, as the consent page uses them.',
  own: { ...mint, name: 'session', summary: 'The same as `session mint`.' },
  commands: [mint],
};
