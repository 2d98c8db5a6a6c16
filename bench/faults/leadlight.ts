/** The `leadlight` command, from this build. */
import { runCli } from '../../src/interfaces/cli/main';
import { startService } from '../../src/main';

void runCli(process.argv.slice(2), startService).then((code) => {
  process.exitCode = code;
});
