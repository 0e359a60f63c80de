// `npm run product-pictures [-- --data DIR]`: takes the home page's pictures of the product from a running `npm start`, whose sample
// visitors have been there for a minute, into `public/pictures`, in both themes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  MAX_PICTURE_BYTES,
  PICTURE_SIZE,
  productPictures,
} from '../src/features/marketing/content/product-pictures.ts';
import { launchChromium } from './canned/server.ts';
import { demoOf, signedInContext } from './running-demo.mjs';

const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { data: { type: 'string', default: path.join(root, '.palisade') } },
});
const CHARTS_MS = 1_500;
const QUALITIES = [70, 60, 50, 40, 30];

const demo = demoOf(values.data);

/** How a page comes to show what its picture is of. */
const acts = {
  overview: async (page) => {
    await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    await page.getByTestId('traffic-chart').locator('svg').waitFor();
  },
  log: async (page) => {
    const row = page.getByRole('row').filter({ hasText: 'SQL Injection' }).first();
    await row.getByRole('button', { name: /Details/ }).click();
    const details = page.getByRole('region', { name: 'Attack Details' });
    await details.waitFor();
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.evaluate(() => window.scrollBy(0, 250));
  },
};

const folder = path.join(root, 'frontend/public/pictures');
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
try {
  for (const theme of ['light', 'dark']) {
    const context = await signedInContext(browser, demo, { viewport: PICTURE_SIZE, colorScheme: theme });
    for (const { name, at } of productPictures) {
      const page = await context.newPage();
      await page.goto(at);
      await acts[name](page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForFunction(() => document.querySelector('.skeleton-ground') === null);
      // Charts draw themselves over a few frames.
      await page.waitForTimeout(CHARTS_MS);
      const devtools = await context.newCDPSession(page);
      let picture;
      for (const quality of QUALITIES) {
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
        picture = Buffer.from(data, 'base64');
        if (picture.length <= MAX_PICTURE_BYTES) break;
      }
      if (picture.length > MAX_PICTURE_BYTES)
        throw new Error(`${name} has ${picture.length} bytes at the lowest quality`);
      writeFileSync(path.join(folder, `${name}-${theme}.webp`), picture);
      console.log(`palisade: ${name}-${theme}.webp has ${picture.length} bytes`);
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
}
