/** `leadlight serve`, from this build. */
import { runCli } from '../../src/interfaces/cli/main';
import { startService } from '../../src/service/start';

void runCli(['serve'], startService).then((code) => {
  process.exitCode = code;
});
