// What is done on a page before its picture is taken.
import type { Page } from 'playwright-core';

export type Act = (page: Page) => Promise<unknown>;
type Name = string | RegExp;
type Role = Parameters<Page['getByRole']>[0];

/** How long dialogs and menus take to stand still, in ms. */
const SETTLED = 350;

/** Presses the first control of that name. */
export const click =
  (name: Name, role: Role = 'button'): Act =>
  async (page) => {
    await page.getByRole(role, { name }).first().click();
    await page.waitForTimeout(SETTLED);
  };

/** Presses the last control of that name, as on the last of several cards. */
export const clickLast =
  (name: Name): Act =>
  async (page) => {
    // On phones what cannot be chosen comes last.
    await page.getByRole('button', { name, disabled: false }).last().click();
    await page.waitForTimeout(SETTLED);
  };

/** Parts that are loaded when they are asked for take their time. */
export const dialogThere: Act = async (page) => {
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(SETTLED);
};

export const press =
  (keys: string): Act =>
  async (page) => {
    await page.keyboard.press(keys);
    await page.waitForTimeout(SETTLED);
  };

/** One after the other. */
export const steps =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** Presses what is called exactly so, in the uppermost dialog if one is open. */
export const clickExactly =
  (name: string): Act =>
  async (page) => {
    const dialogs = page.locator('[role="dialog"],[role="alertdialog"]').filter({ visible: true });
    const within = (await dialogs.count()) > 0 ? dialogs.last() : page;
    await within.getByRole('button', { name, exact: true }).first().click();
    await page.waitForTimeout(SETTLED);
  };

/** Writes into fields by their labels. */
export const fill =
  (values: Record<string, string>): Act =>
  async (page) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
  };

export const choose =
  (label: string, value: string): Act =>
  async (page) => {
    await page.getByLabel(label, { exact: true }).selectOption(value);
    await page.waitForTimeout(SETTLED);
  };

/** To the end of whatever an open dialog scrolls. */
export const scrollDialogs: Act = async (page) => {
  await page.evaluate(() => {
    for (const box of document.querySelectorAll('[role="dialog"] *')) box.scrollTop = box.scrollHeight;
  });
  await page.waitForTimeout(SETTLED);
};
