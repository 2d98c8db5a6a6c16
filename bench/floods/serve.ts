/** The service under attack, with the limits that an operator has when nothing is set; the generator's addresses come from a header. */
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
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      RUN_WORKER: 'false',
    }),
  ),
);
