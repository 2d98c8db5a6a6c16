/** The `leadlight` command, from this build. */
import { runCli } from '../../src/interfaces/cli/main';
import { startService } from '../../src/service/start';

void runCli(process.argv.slice(2), startService).then((code) => {
  process.exitCode = code;
});
