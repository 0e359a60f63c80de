import { test as base, expect } from '@playwright/test';
import { browserLaunch } from '../browser.ts';
import type { RunningStack } from '../running-stack.ts';
import type { Group } from '../shared/groups.ts';
import { SharedStack } from '../shared/shared-stack.ts';
import { World } from './world.ts';

export interface WorkerFixtures {
  /** How the product starts: `playwright.config.ts` says so for each file. */
  group: Group;
  /** The running product that all tests of the group share. */
  product: RunningStack;
  /** People in front of it, and their mail. */
  world: World;
}

/**
 * Tests of the product in a real browser. A group shares one product, whichever worker they run in and in any order, so each
 * makes accounts and sites of its own. After each, every page that anybody had open must have been silent: no console error, no uncaught
 * exception, nothing that the content security policy refused.
 */
export const test = base.extend<{ silence: undefined }, WorkerFixtures>({
  // Not in `playwright.config.ts`, which is also read where no browser is installed.
  // It depends on no other fixture: Playwright's `headless` depends on it.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted out of the pattern.
  launchOptions: [({}, use) => use(browserLaunch()), { scope: 'worker' }],
  group: ['customers', { option: true, scope: 'worker' }],
  product: [
    async ({ group }, use) => {
      const stack = new SharedStack(group);
      try {
        await stack.start();
        await use(stack);
      } finally {
        await stack.dispose();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  world: [async ({ product, browser }, use) => use(new World(product, browser)), { scope: 'worker' }],
  silence: [
    async ({ world }, use) => {
      await use(undefined);
      const problems = await world.sendEverybodyHome();
      expect(problems, 'what pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
