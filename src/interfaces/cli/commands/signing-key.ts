import { z } from 'zod';
import { rotateSigningKey } from '../../../store/oauth/keys';
import { command, parameter, type CommandGroup } from '../command';
import { CliError } from '../exit-codes';
import { operatorActor } from '../../../auth/operator-name';
import { timestamp } from '../text';

const rotate = command({
  name: 'rotate',
  summary: 'Sign access tokens with a new key.',
  details:
    'The new key is published first and signs ten minutes later. The old one verifies for another half hour, or for ' +
    'ACCESS_TOKEN_SECONDS and 15 minutes if that is longer, so nobody notices. Every process knows within 15 seconds. If the old key leaked, use --immediately: it is then refused at once, and assistants fetch a new access token ' +
    'with their refresh token at the next call.',
  options: {
    immediately: parameter('--immediately', 'the old key leaked: refuse it from now on', z.boolean().default(false)),
    yes: parameter('--yes', 'required with --immediately', z.boolean().default(false)),
  },
  examples: ['signing-key rotate', 'signing-key rotate --immediately --yes'],
  async run(context, _args, options) {
    if (options.immediately && !options.yes) {
      throw new CliError('usage', '--immediately makes every assistant fetch a new token; add --yes to do it');
    }
    const { immediately } = options;
    const rotated = await rotateSigningKey(await context.database(), {
      immediately,
      accessTokenSeconds: context.settings.ACCESS_TOKEN_SECONDS,
      by: operatorActor(),
    });
    const activeAt = timestamp(rotated.activeAt);
    const oldRetiredAt = timestamp(rotated.oldRetiredAt);
    return {
      data: { newKeyId: rotated.newKeyId, activeAt, oldRetiredAt },
      lines: [`New key ${rotated.newKeyId} signs from ${activeAt}; older keys verify until ${oldRetiredAt}`],
    };
  },
});

export const signingKey: CommandGroup = {
  name: 'signing-key',
  summary: 'The keys that sign access tokens.',
  commands: [rotate],
};
