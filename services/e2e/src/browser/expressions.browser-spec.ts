import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';
import { tooWide } from './table-facts.ts';

test('an expression is completed as it is typed, without a mouse, and its fault is marked in its place', async ({
  site,
}) => {
  const { visitor } = site;
  const { page } = visitor;
  const dialog = await site.configure();
  await dialog.getByRole('tab', { name: 'Rules' }).click();
  await visitor.press('Add rule', dialog);
  const rule = visitor.dialog('Add custom rule');
  await rule.getByRole('radio', { name: 'Expression' }).check();
  const options = rule.getByRole('listbox', { name: 'What may stand here' }).getByRole('option');
  const field = rule.getByLabel('Expression', { exact: true }).and(rule.locator('textarea'));
  await field.fill('');
  await field.pressSequentially('not cou');
  await expect(rule.getByRole('combobox', { name: 'Expression' })).toHaveAttribute('aria-expanded', 'true');
  await expect(options).toHaveText([/^country/]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await page.keyboard.press('Control+Space');
  await expect(options).toHaveText([/^country/]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await field.pressSequentially('de');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('not country equals DE ');
  await field.pressSequentially('and path lik');
  await visitor.sees(/^At character 32: A comparison is expected here/, rule);
  await expect(rule.locator('mark')).toHaveText('lik');
  const [word, letters] = await Promise.all([rule.locator('mark').boundingBox(), field.boundingBox()]);
  expect(word!.y).toBeGreaterThanOrEqual(letters!.y);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await tooWide(page)).toEqual([]);
});
