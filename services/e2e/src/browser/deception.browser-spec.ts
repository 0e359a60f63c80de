import { eventually } from '@palisade/testing';
import { visit } from '../edge-client.ts';
import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';
import { takePictures } from './section-pictures.ts';
import { tooWide } from './table-facts.ts';

test('a program that follows a hidden link is blocked once the owner wants it, and people see nothing of it', async ({
  site,
  world,
}) => {
  const { visitor, domain } = site;
  const { page } = visitor;
  const program = (path: string) =>
    visit(world.stack.urls.demo_site, domain, path, { headers: { 'user-agent': 'python-requests/2.32' } });

  const dialog = await site.policy();
  const section = dialog.getByRole('region', { name: 'Hidden links and fields' });
  await section.getByLabel('Programs that use hidden elements').selectOption('block');
  await section.getByLabel('Duration (minutes)').fill('0');
  await page.keyboard.press('Tab');
  await expect(section.getByText('must be a whole number between 1 and')).toBeVisible();
  await section.getByLabel('Duration (minutes)').fill('30');
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await takePictures(page, section, 'deception');
  await site.save();

  const trap = await eventually('the link in the page', async () => {
    const { body } = await program('/');
    const found = / href=(\S+) rel=nofollow/.exec(body)?.[1];
    expect(found).toBeDefined();
    return found!;
  });
  expect((await program('/robots.txt')).body).toContain(
    `Disallow: ${trap.slice(0, trap.lastIndexOf('/') + 1)}`,
  );
  // Workers learn of a policy, and of whom another one has blocked, a moment apart.
  await eventually('a worker that refuses the trap', async () =>
    expect((await program(trap)).status).toBe(403),
  );
  await eventually('every worker to refuse the program', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => program('/')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(403));
  });

  await eventually(
    'the request in the log',
    async () => {
      await visitor.open('/dashboard/logs?status=blocked');
      const row = page.getByRole('row').filter({ hasText: trap }).first();
      await row.getByRole('button', { name: /Details/ }).click({ timeout: 5_000 });
    },
    60_000,
  );
  await visitor.sees('The client followed a hidden link');
});
