import { z } from 'zod';
import type { AuditObject } from '../../../store/log/audit';
import { rotateSigningKey } from '../../../store/oauth/keys';
import { masterKeyState, noteMasterKey } from '../../../store/statements/master-key-check';
import { purgeFormerSecrets } from '../../../store/privacy/purge';
import { giveUpUnreadable, reseal as resealAll } from '../../../store/statements/sealed-columns';
import type { Database } from '../../../database/database';
import { command, parameter, type CommandGroup } from '../command';
import { CliError } from '../exit-codes';
import { actAsOperator, type OperatorEvent } from '../operator';
import { count } from '../text';

/** Outside of the work, which takes too long for one transaction. */
const audit = (db: Database, action: OperatorEvent, object: AuditObject) =>
  actAsOperator(db, action, async () => ({ answer: undefined, changed: object }));

const reseal = command({
  name: 'reseal',
  summary: 'Encrypt the secrets of the database again, under the present MASTER_KEY.',
  details:
    'After MASTER_KEY was set for the first time, changed, or removed (then set the former key as MASTER_KEY_PREVIOUS). Runs beside the ' +
    'service, and is safe to repeat. When it reports nothing unreadable, MASTER_KEY_PREVIOUS is needed no more. On SQLite it then ' +
    'rebuilds the file, as `privacy purge` does, so that the earlier form is nowhere in it.',
  examples: ['secrets reseal'],
  async run(context) {
    const db = await context.database();
    const { changed, unreadable } = await resealAll(db);
    if (unreadable === 0) await noteMasterKey(db, Date.now());
    const detail = `${changed} encrypted again, ${unreadable} unreadable`;
    await audit(db, 'reseal_secrets', { kind: 'master_key', id: 'present', detail });
    const purged = changed > 0 ? await purgeFormerSecrets(db) : [];
    const lines = [`${count(changed, 'secret')} encrypted again`, ...purged];
    if (unreadable > 0) lines.push(`${unreadable} cannot be read with the keys that are set, and stay as they are`);
    return { data: { changed, unreadable }, lines, exit: unreadable === 0 ? 'ok' : 'findings' };
  },
});

const giveUp = command({
  name: 'give-up',
  summary: 'Give up a lost MASTER_KEY, and the secrets that were encrypted under it.',
  details:
    'For a key that cannot be put back. The service makes new keys of its own, so people sign in and assistants connect again. Secrets of ' +
    'webhooks must be rotated, and Slack digests added again. The present MASTER_KEY, if one is set, becomes the key of the database.',
  options: {
    yesLoseSecrets: parameter('--yes-lose-secrets', 'confirms that these secrets are lost', z.boolean().default(false)),
  },
  examples: ['secrets give-up --yes-lose-secrets'],
  async run(context, _args, { yesLoseSecrets }) {
    const db = await context.database({ anySchema: true });
    const state = await masterKeyState(db);
    if (state !== 'missing' && state !== 'different') {
      throw new CliError('conflict', 'the key is present; there is nothing to give up');
    }
    if (!yesLoseSecrets) throw new CliError('usage', 'assistants must connect again; add --yes-lose-secrets to do it');
    const given = await giveUpUnreadable(db);
    await noteMasterKey(db, Date.now());
    await rotateSigningKey(db, { immediately: true });
    await audit(db, 'give_up_secrets', { kind: 'master_key', id: 'lost', detail: `${given} secrets given up` });
    return {
      data: { given },
      lines: [`${count(given, 'secret')} given up; rotate the secrets of webhooks, and start the service`],
    };
  },
});

export const secrets: CommandGroup = {
  name: 'secrets',
  summary: 'The secrets in the database, and the key they are encrypted under.',
  commands: [reseal, giveUp],
};
