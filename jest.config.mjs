// One Jest configuration for the whole workspace; the kind of a test is in its file name:
//   *.spec.ts(x)      unit: no server, no network
//   *.int-spec.ts     integration: real Postgres, Redis, DNS on loopback
//   *.e2e-spec.ts     the whole product from outside
// Tests in a browser, *.browser-spec.ts, are Playwright's: services/e2e/playwright.config.ts.

import { availableParallelism } from 'node:os';
import path from 'node:path';

const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      target: 'es2024',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: true,
  },
];

const base = {
  rootDir: import.meta.dirname,
  // What swc has made of each file: kept with the workspace, for projects do not inherit this.
  cacheDirectory: '<rootDir>/.jest-cache',
  testEnvironment: '<rootDir>/tools/node-test-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@palisade/source', 'node'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx$': swc(true), '\\.ts$': swc(false) },
  modulePathIgnorePatterns: ['/dist/', '/.nx/', '/.palisade/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** Tests that need no browser's globals run on Node's own modules. */
const native = {
  ...base,
  testEnvironment: '<rootDir>/tools/native-jest/environment.mjs',
  setupFiles: ['<rootDir>/tools/property-tests.mjs'],
  runtime: path.join(import.meta.dirname, 'tools/native-jest/runtime.mjs'),
};

/**
 * Files that count V8's work (`@palisade/testing/work`): they load what they count themselves, after counting has begun, so each has
 * a context of its own.
 */
const COUNTS_WORK = [
  '**/services/**/linear-readers.spec.ts',
  '**/services/shared/testing/src/work/*.spec.ts',
  '**/services/shared/waf-engine/src/compile/seclang/linear-parser.spec.ts',
  '**/services/mailer/src/modules/campaigns/mail-markup.spec.ts',
];

export default {
  rootDir: import.meta.dirname,
  // Real servers on a busy machine take their time; what must be fast is measured in benchmarks. Only what takes longer
  // than this on a quiet machine says so itself.
  testTimeout: 180_000,
  // Node keeps the modules of finished files: a worker that has read many of them spends its time on
  // collecting garbage, and ends at V8's limit. It is replaced between two files.
  workerIdleMemoryLimit: '1GB',
  // One a core: on two cores Jest itself would take one.
  maxWorkers: Math.max(2, availableParallelism()),
  testSequencer: '<rootDir>/tools/test-sequencer.mjs',
  reporters: ['default', '<rootDir>/tools/closing-line-reporter.mjs'],
  projects: [
    {
      ...native,
      displayName: 'unit',
      testMatch: [
        '**/services/**/*.spec.ts',
        '**/deploy/**/*.spec.ts',
        '**/tools/**/*.spec.ts',
        ...COUNTS_WORK.map((files) => `!${files}`),
      ],
    },
    { ...base, displayName: 'unit', testMatch: COUNTS_WORK },
    {
      ...base,
      displayName: 'frontend',
      testEnvironment: '<rootDir>/frontend/tools/test-environment.mjs',
      testEnvironmentOptions: {
        customExportConditions: ['@palisade/source', 'browser'],
      },
      moduleNameMapper: {
        ...base.moduleNameMapper,
        // Its entry for bundlers is 1,700 modules, each of them loaded once for each file.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '\\.(css|svg|png)$|\\.worker\\.ts$': '<rootDir>/tools/jest-empty-module.mjs',
      },
      testMatch: ['**/frontend/src/**/*.spec.ts', '**/frontend/src/**/*.spec.tsx'],
    },
    {
      ...native,
      displayName: 'integration',
      globalSetup: '<rootDir>/services/shared/testing/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/services/shared/testing/jest-global-teardown.mjs',
      testMatch: ['**/services/**/*.int-spec.ts', '**/deploy/**/*.int-spec.ts', '**/tools/**/*.int-spec.ts'],
    },
    {
      ...native,
      displayName: 'e2e',
      globalSetup: '<rootDir>/services/e2e/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/services/e2e/jest-global-teardown.mjs',
      testMatch: ['**/services/e2e/**/*.e2e-spec.ts', '**/frontend/e2e/**/*.e2e-spec.ts'],
    },
  ],
};
