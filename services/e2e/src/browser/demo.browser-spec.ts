import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Cards say nothing but nought, dashes or what has not been measured. */
const EMPTY = /^(0|0%|–|—|-)$/;

/** Waits for figures in the first cards of a page. The others may show 0: the demo's origins cause no errors. */
async function hasFigures(cards: Locator, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const card = cards.nth(n);
    await expect(card).toHaveText(/\d/);
    await expect(card).not.toHaveText(EMPTY);
  }
}

/** The first request has passed the edge; the demo sends none before the history is imported. */
async function isAlive(visitor: Visitor): Promise<void> {
  await visitor.open('/dashboard/logs');
  await visitor.page.getByRole('row').filter({ hasText: 'standalone' }).first().waitFor();
}

test('every card, chart, table and map of the demo has something to show, and says that it is made up', async ({
  world,
}) => {
  const visitor = await world.signedIn(world.stack.accounts.customer);
  const { page } = visitor;
  await isAlive(visitor);

  await visitor.open('/dashboard');
  await visitor.sees(/^Sample data: /);
  await hasFigures(page.getByTestId('stat-value'), 4);
  for (const site of ['shop.localhost', 'blog.localhost', 'api.localhost'])
    await expect(page.getByText(`${site} has a name that does not point`)).toHaveCount(0);
  const charts = page.locator('figure > div:first-child');
  await charts.nth(0).locator('path[data-bars="7"]').nth(1).waitFor();
  // Of several kinds; how many there are is the rules' to say.
  await charts.nth(1).locator('path[data-slice]').nth(4).waitFor();
  await expect(page.getByRole('region', { name: 'Recent blocked threats' }).getByRole('row')).toHaveCount(11);

  await visitor.open('/dashboard/analytics');
  await hasFigures(page.getByTestId('stat-value'), 4);
  await page.getByTestId('traffic-chart').locator('path[data-bars="7"]').nth(1).waitFor();
  await visitor.sees('United States', page.getByRole('region', { name: 'Requests by country' }));
  for (const title of ['Top Threat Types', 'Top Paths', 'Top Addresses', 'Recent Activity'])
    await visitor.seesHeading(title);
  await visitor.sees('openai, AI training, not verified');

  await visitor.open('/dashboard/domains');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').filter({ hasText: 'Points here' })).toHaveCount(3);
});

test('the home page counts what this installation did, and shows the product in both themes', async ({
  world,
}) => {
  await isAlive(await world.signedIn(world.stack.accounts.customer));
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await world.visitor({ colorScheme });
    const { page } = visitor;
    await visitor.open('/');
    await visitor.sees('Counted at our own edge');
    const figures = page.getByRole('region', { name: 'Counted at our own edge' });
    await figures.scrollIntoViewIfNeeded();
    await expect(figures.getByRole('definition')).toHaveText([/^\d[\d,.]*K?$/, /^\d[\d,.]*K$/, /^[3-9]$/]);
    await expect(figures.getByRole('term').first()).toHaveText(/^threats blocked since /);
    await visitor.sees(/^Sample data: /, figures);

    const heading = page.getByRole('heading', { name: 'This is what you look at' });
    await heading.scrollIntoViewIfNeeded();
    const shown = page.locator('figure img').filter({ visible: true });
    for (const [index, name] of ['overview', 'log'].entries()) {
      const picture = shown.nth(index);
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth > 0]))
        .toEqual([expect.stringContaining(`/pictures/${name}-${colorScheme}.webp`), true]);
    }
  }
});
