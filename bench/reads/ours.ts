/** The side that is ours: the service as an operator runs it, with keys, rate limit, log and metrics on. */
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
      RUN_WORKER: 'false',
    }),
  ),
);
