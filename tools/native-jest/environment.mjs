// Jest's environment for tests that run on Node's own modules: the process's own global object instead of a context of its own.
// What a file changes of the process is put back after it, for the next file runs in the same one.
import { createRequire } from 'node:module';

// Of just the versions that Jest itself loads.
const fromJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const fromEnvironment = createRequire(fromJest.resolve('jest-environment-node'));
const { ModernFakeTimers } = fromEnvironment('@jest/fake-timers');
const { ModuleMocker } = fromEnvironment('jest-mock');

/** What `jest.setTimeout` sets, and where jest-circus keeps what listens to its tests. */
const PER_FILE = [Symbol.for('TEST_TIMEOUT_SYMBOL'), Symbol.for('EVENT_HANDLERS')];

export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  before = stateOfProcess();

  constructor({ projectConfig }) {
    for (const symbol of PER_FILE) delete globalThis[symbol];
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // All is there by the constructor.
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    restore(this.before);
  }

  exportConditions() {
    return ['node'];
  }

  getVmContext() {
    return null;
  }
}

function stateOfProcess() {
  return {
    console: Object.getOwnPropertyDescriptor(globalThis, 'console'),
    exit: process.exit,
    exitCode: process.exitCode,
    env: { ...process.env },
    directory: process.cwd(),
    listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name)])),
  };
}

function restore(before) {
  Object.defineProperty(globalThis, 'console', before.console);
  process.exit = before.exit;
  process.exitCode = before.exitCode;
  for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
  Object.assign(process.env, before.env);
  if (process.cwd() !== before.directory) process.chdir(before.directory);
  for (const name of process.eventNames())
    for (const listener of process.rawListeners(name))
      if (!before.listeners.get(name)?.includes(listener)) process.removeListener(name, listener);
}
