// Jest's runtime for tests that run on Node's own modules. Jest's own loads each of the thousand modules of a service, those of its
// dependencies included, once more for each test file, in a context of its own: that was more than half of the time of most files.
// Here they are loaded once a worker, as a service that starts loads them once: what a module keeps, its next user finds.
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');
const GLOBALS = pathToFileURL(path.join(import.meta.dirname, 'globals.mjs')).href;
const require = createRequire(import.meta.url);
/** In the address of a module that each test file has for itself: which file it was loaded for. */
const RUN = 'run';
const OPTIONS = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** The runtime of the file that runs now: a worker runs one at a time. */
let current = null;
let runs = 0;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (current === null) return nextResolve(specifier, context);
    if (specifier === '@jest/globals') return { url: ofRun(GLOBALS), shortCircuit: true };
    const conditions = [...context.conditions, ...current.conditions];
    return nextResolve(specifier, { ...context, conditions });
  },
  load(url, context, nextLoad) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (current === null || !/\.tsx?$/.test(file) || !isOurs(url)) return nextLoad(url, context);
    return { format: 'module', source: current.transform(file, url), shortCircuit: true };
  },
});

function isOurs(url) {
  return url.startsWith('file:') && !url.includes('/node_modules/') && fileURLToPath(url).startsWith(root);
}

function ofRun(url) {
  const address = new URL(url);
  address.searchParams.set(RUN, String(current.run));
  return address.href;
}

export default class NativeRuntime {
  run = ++runs;
  sourceMaps = new Map();

  constructor(config, environment, _resolver, transformer, _cacheFS, coverage) {
    this.environment = environment;
    this.transformer = transformer;
    this.coverage = coverage;
    this.conditions = config.testEnvironmentOptions.customExportConditions ?? [];
    current = this;
  }

  /** @returns The JavaScript of a TypeScript file, from Jest's cache on disk where it is there. */
  transform(file, url) {
    const { code, sourceMapPath } = this.transformer.transform(file, { ...OPTIONS, ...this.coverage });
    if (sourceMapPath) for (const name of [file, url]) this.sourceMaps.set(name, sourceMapPath);
    return code;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    return import(ofRun(pathToFileURL(file).href));
  }

  /** Jest's own modules: of jest-circus a fresh one, for it keeps what a file has described. */
  requireInternalModule(file) {
    if (file.includes(`${path.sep}jest-circus${path.sep}`)) delete require.cache[file];
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  setGlobalsForRuntime({ expect }) {
    const { moduleMocker: mocker, fakeTimersModern: timers } = this.environment;
    const jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
      advanceTimersToNextTimer: (steps) => timers.advanceTimersToNextTimer(steps),
      setSystemTime: (time) => timers.setSystemTime(time),
      setTimeout: (ms) => {
        globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms;
      },
    };
    globalThis[Symbol.for('palisade.jest')] = { expect, jest };
  }

  getSourceMaps() {
    return this.sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode = nothing;
  leaveTestCode = nothing;
  teardown = nothing;
}

/** What only contexts need. */
function nothing() {
  return undefined;
}
