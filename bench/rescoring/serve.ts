/** The service as an operator runs it alone: `serve`, which does the jobs too. */
import { loadSettings } from '../../config/settings';
import { startService } from '../../src/service/start';
import { serveMeasured } from '../harness';

interface Setup {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

serveMeasured(({ databaseUrl, dataDir }: Setup) =>
  startService(
    loadSettings({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY_MS: '0',
    }),
  ),
);
