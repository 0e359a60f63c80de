import type { Locator, Page } from 'playwright-core';

/** Of a part of a page, in both themes and widths, to be looked at: into the folder that SHOTS names; without it none. */
export async function takePictures(page: Page, section: Locator, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await section.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
}
