import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, serveFolder } from '../tools/canned/server.ts';

const frontend = path.resolve(import.meta.dirname, '..');
const pictures = path.join(import.meta.dirname, 'pictures');
/** `PALISADE_UPDATE_PICTURES=1 node tools/jest.mjs e2e gallery` takes them anew. */
const update = process.env.PALISADE_UPDATE_PICTURES === '1';

/** Fonts are the product's own, yet edges of letters differ a little between machines. */
const CHANNEL_TOLERANCE = 40;
const MAX_DIFFERENT_PERCENT = 1;

const STORIES = [
  'logo',
  'type',
  'buttons',
  'badges',
  'fields',
  'controls',
  'tabs',
  'notices',
  'stats',
  'tables',
  'states',
  'meters',
  'chart',
];

/** Percent of pixels that differ, compared in the browser: it reads PNGs already. */
function difference(page: Page, before: Buffer, after: Buffer): Promise<number> {
  return page.evaluate(
    async ([one, other, tolerance]) => {
      const pixels = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [a, b] = await Promise.all([pixels(String(one)), pixels(String(other))]);
      if (a.width !== b.width || Math.abs(a.height - b.height) > 2) return 100;
      const length = Math.min(a.data.length, b.data.length);
      let different = 0;
      for (let at = 0; at < length; at += 4) {
        if (
          [0, 1, 2].some(
            (channel) =>
              Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > Number(tolerance),
          )
        )
          different++;
      }
      return (different / (length / 4)) * 100;
    },
    [before.toString('base64'), after.toString('base64'), CHANNEL_TOLERANCE] as const,
  );
}

describe('the UI kit', () => {
  let browser: Browser;
  let server: { origin: string; close: () => void };

  beforeAll(async () => {
    const vite = path.join(frontend, '../node_modules/vite/bin/vite.js');
    const { status, stderr } = spawnSync(
      process.execPath,
      [vite, 'build', '--mode', 'gallery', '--logLevel', 'warn'],
      {
        cwd: frontend,
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`the gallery was not built: ${stderr}`);
    server = await serveFolder(path.join(frontend, 'dist-gallery'), 'gallery.html');
    browser = await launchChromium();
    mkdirSync(pictures, { recursive: true });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each([
    { look: 'light', colorScheme: 'light', width: 900 },
    { look: 'dark', colorScheme: 'dark', width: 900 },
    { look: 'narrow', colorScheme: 'light', width: 360 },
  ] as const)('looks as it did: $look', async ({ look, colorScheme, width }) => {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 800 },
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(server.origin);
    await page.locator('[data-story="chart"] svg').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect(
      await page
        .locator('[data-story]')
        .evaluateAll((all) => all.map((story) => story.getAttribute('data-story'))),
    ).toEqual(STORIES);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const changed: string[] = [];
    for (const story of STORIES) {
      const file = path.join(pictures, `${story}-${look}.png`);
      const taken = await page.locator(`[data-story="${story}"]`).screenshot();
      if (update || !existsSync(file)) {
        if (!update)
          throw new Error(`there is no picture of ${story}; take it with PALISADE_UPDATE_PICTURES=1`);
        writeFileSync(file, taken);
        continue;
      }
      const percent = await difference(page, readFileSync(file), taken);
      if (percent > MAX_DIFFERENT_PERCENT) changed.push(`${story}: ${percent.toFixed(1)} % of it differ`);
    }
    expect(changed).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
