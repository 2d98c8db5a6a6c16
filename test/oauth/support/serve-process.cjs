// The service as a process of its own: settings from the environment, the port to the parent.
'use strict';
require('./typescript.cjs');
const { loadSettings } = require('../../../config/settings.ts');
const { startService } = require('../../../src/service/start.ts');

startService(loadSettings(process.env)).then(
  (service) => process.send({ port: service.port }),
  (error) => {
    process.send({ error: String(error) });
    process.exitCode = 1;
  },
);
process.on('disconnect', () => process.exit());
