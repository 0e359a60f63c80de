// A walk through what stands on a page, or in the dialog over it, by keyboard alone: everything that can be pressed is
// reached, in the order in which it is read, one sees where one is (also in forced colours, which take shadows and
// backgrounds away), nothing that sticks hides it, dialogs keep the focus and give it back, and nothing else keeps it.
import type { Page } from 'playwright-core';
import { installWalk, type Step } from './keyboard-walk-page.ts';

/** How long what Escape closes may take to be gone on a busy machine, in ms. */
const CLOSED = 3_000;
const TURN = 200;
/** A page's lists may grow while one walks. */
const SPARE_STEPS = 60;
/** More than a film has. */
const FILM_CONTROLS = 12;

/**
 * What is wrong on the page as it is.
 * @param ways with which keys it is walked through
 * @param isOrderHeld whether what Tab comes to has to follow what is read
 */
export async function keyboardFaults(
  page: Page,
  ways: readonly ('Tab' | 'Shift+Tab')[] = ['Tab', 'Shift+Tab'],
  isOrderHeld = false,
): Promise<string[]> {
  await page.evaluate(installWalk);
  const { count, dialog, byMouseAlone } = await page.evaluate(() => walk().begin());
  const faults = byMouseAlone.map((name) => `only a mouse presses ${name}`);
  for (const keys of ways) {
    const steps = await stepsOf(page, keys, count * 2 + SPARE_STEPS);
    if (steps === null) faults.push(`${keys} comes to no end`);
    for (const { number, name, inDialog, visible, cover, readBefore } of steps ?? []) {
      if (dialog && !inDialog) faults.push(`${keys} leaves the dialog for ${name}`);
      if (number !== -1 && !visible) faults.push(`one does not see the focus on ${name}`);
      if (cover !== null) faults.push(`${cover} covers ${name} after ${keys}`);
      if (isOrderHeld && readBefore !== null)
        faults.push(`${keys} comes to ${name} after ${readBefore}, which is read later`);
    }
    if (keys === 'Tab')
      faults.push(
        ...(await page.evaluate(() => walk().missed())).map((name) => `Tab never comes to ${name}`),
      );
  }
  if (dialog) faults.push(...(await escapes(page)));
  return faults;
}

/** Where the key comes to, until it leaves the page or begins anew; null: it does neither. */
async function stepsOf(page: Page, keys: string, most: number): Promise<Step[] | null> {
  const steps: Step[] = [];
  let stayed = 0;
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(keys);
    let step: Step = await page.evaluate(() => walk().look());
    if (step.cover !== null) {
      // Long lists put their rows in place after they were scrolled.
      await page.waitForTimeout(TURN);
      step = await page.evaluate(() => walk().look());
    }
    // A film with its own controls is several steps; a field whose list the arrow keys move in may be all there is.
    if (step.number !== -1 && step.number === steps.at(-1)?.number) {
      if (++stayed === FILM_CONTROLS) return steps;
      continue;
    }
    stayed = 0;
    if (steps.some(({ number }) => number === step.number)) return steps;
    steps.push(step);
    if (step.number === -1) return steps;
  }
  return null;
}

/** Escape closes what is uppermost, or asks whether it may; the focus is then somewhere. */
async function escapes(page: Page): Promise<string[]> {
  const before = await page.evaluate(() => walk().open());
  await page.keyboard.press('Escape');
  let after = before;
  for (let waited = 0; after === before && waited < CLOSED; waited += TURN) {
    await page.waitForTimeout(TURN);
    after = await page.evaluate(() => walk().open());
  }
  const { number } = await page.evaluate(() => walk().look());
  // What was opened by an address or a shortcut may have nothing to give the focus back to.
  const opener = await page.evaluate(() => walk().cameFromSomewhere());
  return [
    ...(after === before ? ['Escape does not close the dialog'] : []),
    ...(number === -1 && opener ? ['the focus is lost when the dialog closes'] : []),
  ];
}
