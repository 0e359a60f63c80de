import { eventually } from '@palisade/testing';
import { visit } from '../edge-client.ts';
import { LEAKED_PASSWORD } from '../shared/leaked-password.ts';
import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';
import { takePictures } from './section-pictures.ts';
import { tooWide } from './table-facts.ts';

test('sign-ins with leaked passwords are blocked once the owner wants it, and the log says why', async ({
  site,
  world,
}) => {
  const { visitor, domain } = site;
  const { page } = visitor;
  const signIn = (password: string) =>
    visit(world.stack.urls.demo_site, domain, '/enter', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ user: 'ann', password }).toString(),
    });

  const dialog = await site.policy();
  const section = dialog.getByRole('region', { name: 'Leaked passwords' });
  await section.getByLabel('Leaked passwords at sign-in').selectOption('block');
  await section.getByRole('textbox', { name: 'Sign-in paths' }).fill('enter');
  await page.keyboard.press('Enter');
  await expect(section.getByText('A path must begin with a slash')).toBeVisible();
  await section.getByRole('textbox', { name: 'Sign-in paths' }).fill('/enter');
  await page.keyboard.press('Enter');
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await takePictures(page, section, 'leaked');
  await site.save();

  const refused = await eventually('the sign-in refused', async () => {
    const answer = await signIn(LEAKED_PASSWORD);
    expect(answer.status).toBe(403);
    return answer;
  });
  expect(refused.body).toContain('This password is known from a data breach');
  expect((await signIn('never seen before')).status).not.toBe(403);

  await eventually(
    'the sign-in in the log',
    async () => {
      await visitor.open('/dashboard/logs?status=blocked');
      const row = page.getByRole('row').filter({ hasText: '/enter' }).first();
      await row.getByRole('button', { name: /Details/ }).click({ timeout: 5_000 });
    },
    60_000,
  );
  await visitor.sees('The password of this sign-in is known from a data breach.');
});
