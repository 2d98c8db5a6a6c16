// Runs a database server for as long as a test run lasts: ends it when told to, and also when the run itself is gone (a
// cancelled run never gets to its teardown). Then removes the server's folder.
//   node server-keeper.cjs RUN_PID FOLDER PROGRAM ARGS…
'use strict';
const { spawn } = require('node:child_process');
const { rmSync } = require('node:fs');

const [runPid, folder, program, ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: 'ignore' });

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

let ending = false;
function end() {
  if (ending) return;
  ending = true;
  server.kill('SIGTERM');
  setTimeout(() => server.kill('SIGKILL'), 10_000).unref();
}

process.on('SIGTERM', end);
setInterval(() => {
  if (!alive(Number(runPid))) end();
}, 500).unref();
server.on('exit', () => {
  if (ending) rmSync(folder, { recursive: true, force: true });
  process.exit(ending ? 0 : 1);
});
