import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './src/browser/fixtures.ts';

/** Pages of a machine that is busy with other tests take their time. */
const LONG_WAIT_MS = 60_000;

/** Files whose product starts in another way than the customers'. */
const administrators = ['administrators', 'admin-mail', 'dialogs', 'tables'].map(fileOf);
const renewals = [fileOf('renewals')];
const demo = [fileOf('demo')];

/**
 * The browser tests: `node tools/browser-tests.mjs [PATH …] [--playwright-option …]`. A group's files share one product
 * (`src/shared/groups.ts`); those that change it for everybody follow one another.
 */
export default defineConfig<object, WorkerFixtures>({
  testDir: 'src/browser',
  globalSetup: './src/browser/global-setup.ts',
  outputDir: '../../.palisade/browser-tests',
  workers: Math.max(2, Math.floor(availableParallelism() / 4)),
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 180_000,
  expect: { timeout: LONG_WAIT_MS },
  reporter: [['list'], ['../../tools/playwright-reporter.mjs']],
  use: {
    browserName: 'chromium',
    actionTimeout: LONG_WAIT_MS,
    navigationTimeout: LONG_WAIT_MS,
    // What was done, asked and said at each step, and what the page looked like at the end. The page itself at each step is a sixth of the
    // processor time: `--trace on` has it.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'administrators', testMatch: administrators, workers: 1, use: { group: 'administrators' } },
    { name: 'renewals', testMatch: renewals, workers: 1, use: { group: 'renewals' } },
    { name: 'demo', testMatch: demo, workers: 1, use: { group: 'demo' } },
    {
      name: 'customers',
      testMatch: fileOf('*'),
      testIgnore: [...administrators, ...renewals, ...demo],
      use: { group: 'customers' },
    },
  ],
});

function fileOf(name: string): string {
  return `**/${name}.browser-spec.ts`;
}
