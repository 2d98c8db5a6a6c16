/** The service that both workspaces use, with its worker and with the limits that an operator has when nothing is set. */
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
      PUBLIC_URL: 'http://leadlight.test',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    }),
  ),
);
