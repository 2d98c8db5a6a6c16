/** `leadlight serve`, from this build. */
import { runCli } from '../../src/cli/main';
import { startService } from '../../src/main';

void runCli(['serve'], startService).then((code) => {
  process.exitCode = code;
});
