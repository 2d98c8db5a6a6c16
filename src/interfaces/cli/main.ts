/** The `leadlight` command: its subcommands, in the order of the help. */
import { version } from '../../../package.json';
import type { StartService } from './command';
import { runCommandLine, type CommandTree } from './program';
import { processTerminal } from './terminal';
import { agent } from './commands/agent';
import { audit } from './commands/audit';
import { appCommands } from './commands/app';
import { assistants } from './commands/assistants';
import { connection } from './commands/connection';
import { account } from './commands/account';
import { audience } from './commands/audience';
import { backup, restore } from './commands/backup';
import { credits } from './commands/credits';
import { discovery } from './commands/discovery';
import { demo } from './commands/demo';
import { doctor } from './commands/doctor';
import { icp } from './commands/icp';
import { importGroup } from './commands/import-batches';
import { jobs } from './commands/jobs';
import { key } from './commands/key';
import { lead } from './commands/lead';
import { member } from './commands/member';
import { migrate } from './commands/migrate';
import { privacy } from './commands/privacy';
import { reader } from './commands/reader';
import { serve } from './commands/serve';
import { secrets } from './commands/secrets';
import { session } from './commands/session';
import { signingKey } from './commands/signing-key';
import { watchlist } from './commands/watchlist';
import { digest } from './commands/digest';
import { usage } from './commands/usage';
import { webhook } from './commands/webhook';
import { worker } from './commands/worker';
import { workspace } from './commands/workspace';

export const commandTree: CommandTree = {
  version,
  commands: [
    serve,
    worker,
    jobs,
    migrate,
    backup,
    restore,
    importGroup,
    workspace,
    member,
    key,
    icp,
    watchlist,
    lead,
    reader,
    account,
    agent,
    credits,
    discovery,
    audience,
    webhook,
    digest,
    session,
    connection,
    assistants,
    appCommands,
    usage,
    privacy,
    audit,
    signingKey,
    secrets,
    doctor,
    demo,
  ],
};

/** Runs a command line in this process and terminal. @returns the exit status. */
export async function runCli(argv: readonly string[], startService: StartService): Promise<number> {
  // The files it writes (database, secrets, refused rows) are about people: no other user of the machine may read them.
  process.umask(0o077);
  const terminal = processTerminal();
  return terminal.end(await runCommandLine(commandTree, argv, terminal, startService));
}
