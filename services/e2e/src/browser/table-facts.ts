import type { Page } from '@playwright/test';

/** Phones, and desks; 320 px is a desk at 400 % (WCAG 1.4.10). */
const WIDTHS = [320, 390, 1280] as const;
const NAME_LENGTH = 200;

/** What people may call things: without a blank to break at, and in the other direction of writing. */
export const LONG_NAME = 'Wintergartenmöbelversandhandel'.repeat(NAME_LENGTH).slice(0, NAME_LENGTH);
export const RIGHT_TO_LEFT = 'متجر الأثاث الشتوي والصيفي '.repeat(NAME_LENGTH).slice(0, NAME_LENGTH - 1);

/** What is wider than the page at any of these widths. The page is as wide as a desk afterwards. */
export async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Tables become lists of cards.
    const wide = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const over = document.documentElement.scrollWidth - innerWidth;
      const widest = [...document.querySelectorAll('main *')].findLast(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      );
      return over <= 0 ? null : `${over} px: ${widest?.outerHTML.slice(0, 120) ?? ''}`;
    });
    if (wide !== null) found.push(`${width} px wide, ${wide}`);
  }
  return found;
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
