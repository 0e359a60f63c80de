// What is done on a page before its picture is taken.

/** How long dialogs and menus take to stand still, in ms. */
const SETTLED = 350;

/** Presses the first control of that name. */
export const click =
  (name, role = 'button') =>
  async (page) => {
    await page.getByRole(role, { name }).first().click();
    await page.waitForTimeout(SETTLED);
  };

/** Presses the last control of that name, as on the last of several cards. */
export const clickLast = (name) => async (page) => {
  await page.getByRole('button', { name }).last().click();
  await page.waitForTimeout(SETTLED);
};

export const press = (keys) => async (page) => {
  await page.keyboard.press(keys);
  await page.waitForTimeout(SETTLED);
};

/** One after the other. */
export const steps =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };
