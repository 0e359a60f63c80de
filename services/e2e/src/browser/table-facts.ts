import type { Page } from 'playwright-core';
import { unreadableTexts } from './text-facts.ts';

/** Phones, and desks; 320 px is a desk at 400 % (WCAG 1.4.10), 640 px one at 200 % (WCAG 1.4.4). */
const WIDTHS = [320, 390, 640, 1280] as const;
const NAME_LENGTH = 200;
const MAX_TOLD = 3;

/** What people may call things: without a blank to break at, and in the other direction of writing. */
export const LONG_NAME = 'Wintergartenmöbelversandhandel'.repeat(NAME_LENGTH).slice(0, NAME_LENGTH);
export const RIGHT_TO_LEFT = 'متجر الأثاث الشتوي والصيفي '.repeat(NAME_LENGTH).slice(0, NAME_LENGTH - 1);

/** What is wider than the page at any of these widths. The page is as wide as a desk afterwards. */
export const tooWide = (page: Page): Promise<string[]> => atEachWidth(page, [overflow]);

/** That, and what cannot be read. */
export const misfits = (page: Page): Promise<string[]> => atEachWidth(page, [overflow, unreadableTexts]);

async function atEachWidth(
  page: Page,
  looks: readonly ((at: Page) => Promise<string[]>)[],
): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Tables become lists of cards, and charts are drawn anew.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    for (const look of looks) found.push(...(await look(page)).map((fault) => `${width} px wide: ${fault}`));
  }
  return found;
}

function overflow(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const more = document.documentElement.scrollWidth - innerWidth;
    if (more <= 0) return [];
    const over = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right + scrollX > innerWidth + 1,
    );
    const inner = over.filter(
      (element) => !over.some((other) => other !== element && element.contains(other)),
    );
    return [
      `${more} px too wide: ${inner
        .slice(0, most)
        .map(({ outerHTML }) => outerHTML.slice(0, 120))
        .join(', ')}`,
    ];
  }, MAX_TOLD);
}

/**
 * Texts of the other direction of writing that stand in a line with something else and are not kept apart from it: digits and
 * signs beside them would change places.
 */
export function mixedDirections(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement;
      if (!parent || !/[\u0590-\u08ff]/.test(text.data) || parent.closest('option, script, style')) continue;
      if (parent.closest('bdi, [dir="auto"]')) continue;
      let block: Element = parent;
      while (getComputedStyle(block).display === 'inline') block = block.parentElement!;
      if (block.textContent?.trim() === text.data.trim()) continue;
      found.push(block.outerHTML.slice(0, 200));
    }
    return found;
  });
}
