/** What is done in each scene of the recording; `prepare` comes before it. Nothing of the demo is changed. */

const PAUSE_MS = 700;
const TYPING_MS = 45;
/** What the demo's author is refused at: an embedded video that a rule takes for an attack. */
const AUTHORS_PATH = '/editor/articles/save';

const settled = async (page) => {
  await page.waitForFunction(() => document.querySelector('.skeleton-ground') === null);
};

/** A row opened, with its details in the middle of what is seen. */
async function opened(page, pointer, row) {
  await pointer.press(row.getByRole('button', { name: /Details/ }));
  const details = page.getByRole('region', { name: 'Attack Details' });
  await details.waitFor();
  await row.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    window.scrollBy({ top: top - 90, behavior: 'instant' });
  });
  return details;
}

export const acts = {
  async prepare(page) {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    await page.getByTestId('traffic-chart').locator('svg').waitFor();
    await page.evaluate(() => document.fonts.ready);
    await settled(page);
    await page.waitForTimeout(3 * PAUSE_MS);
  },

  async overview(page, pointer) {
    await pointer.moveTo(page.getByText('Blocked Threats').first());
    await page.waitForTimeout(2 * PAUSE_MS);
    await pointer.moveTo(page.getByTestId('traffic-chart').locator('svg'));
    await page.waitForTimeout(PAUSE_MS);
  },

  async log(page, pointer) {
    await pointer.press(page.getByRole('link', { name: 'WAF Logs' }).first());
    await page.getByRole('row').nth(3).waitFor();
    await settled(page);
    await pointer.press(page.locator('label').filter({ hasText: /^Blocked$/ }));
    await settled(page);
    await page.waitForTimeout(PAUSE_MS);
    await page.evaluate(() => window.scrollBy({ top: 260, behavior: 'smooth' }));
  },

  async details(page, pointer) {
    const row = page.getByRole('row').filter({ hasText: 'SQL Injection' }).first();
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await opened(page, pointer, row);
  },

  async exclusion(page, pointer) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const search = page.getByLabel('Filter the loaded entries');
    await pointer.press(search);
    await search.pressSequentially(AUTHORS_PATH, { delay: TYPING_MS });
    const row = page.getByRole('row').filter({ hasText: AUTHORS_PATH }).first();
    await row.waitFor();
    const details = await opened(page, pointer, row);
    await pointer.press(details.getByRole('button', { name: 'Create an exclusion' }));
    await page.getByRole('dialog', { name: 'Create an exclusion' }).waitFor();
    await page.waitForTimeout(4 * PAUSE_MS);
  },

  async policy(page, pointer) {
    await page.keyboard.press('Escape');
    await pointer.press(page.getByRole('link', { name: 'Domains' }).first());
    const card = page.getByRole('article', { name: 'shop.localhost' });
    await pointer.press(card.getByRole('button', { name: 'Configure WAF' }));
    const dialog = page.getByRole('dialog', { name: 'Configure WAF' });
    await pointer.press(dialog.getByRole('tab', { name: /WAF Policy/ }));
    await page.waitForTimeout(4 * PAUSE_MS);
  },
};
