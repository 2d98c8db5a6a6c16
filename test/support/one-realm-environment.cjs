/**
 * Runs every test file in the worker's own realm instead of a new one, so that packages and compiled files can be shared between the
 * files of a worker (shared-packages-runtime.cjs). What a file changed of the process is put back after it.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Storages in use. Each that stays so makes every promise of later files slower (Node 20 and 22), and jest makes one for each file. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

class OneRealmEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    // jest-circus keeps its listeners here and adds its own for each file: only its two first ones serve all files.
    globalThis[Symbol.for('EVENT_HANDLERS')]?.splice(2);
    this.before = {
      env: { ...process.env },
      exit: process.exit,
      exitCode: process.exitCode,
      console: globalThis.console,
      names: new Set(Object.keys(globalThis)),
      listeners: new Map(process.eventNames().map((name) => [name, new Set(process.rawListeners(name))])),
    };
    Error.stackTraceLimit = 100;
  }

  async teardown() {
    await super.teardown();
    const { env, exit, exitCode, console, names, listeners } = this.before;
    for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    process.exit = exit;
    process.exitCode = exitCode;
    globalThis.console = console;
    for (const name of Object.keys(globalThis)) if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!listeners.get(name)?.has(listener)) process.off(name, listener);
    for (const storage of storages) storage.disable();
    storages.clear();
  }
}

module.exports = OneRealmEnvironment;
