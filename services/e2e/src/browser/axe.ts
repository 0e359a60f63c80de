import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const MIN_TARGET_PX = 24;

/** What may differ from theme to theme on the same page; all other rules look at its structure. */
const RULES_ABOUT_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds serious or critical on the page in both themes, by theme, rule and first place. Evaluated past the page's own
 * policy. The page comes in the light theme, with reduced motion.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ['light', null],
    ['dark', RULES_ABOUT_COLOUR],
  ] as const) {
    await inTheme(page, colorScheme);
    found.push(...(await judged(page, rules)).map((text) => `${colorScheme}: ${text}`));
  }
  return found;
}

function judged(page: Page, rules: readonly string[] | null): Promise<string[]> {
  return page.evaluate(async (values) => {
    const judge = (
      globalThis as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }
    ).axe;
    interface AxeResult {
      violations: { id: string; impact: string; nodes: { target: string[] }[] }[];
    }
    const { violations: broken } = await judge.run(document, {
      resultTypes: ['violations'],
      ...(values !== null && { runOnly: { type: 'rule', values } }),
    });
    return broken
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
  }, rules);
}

/** Puts the page into a theme, and brings every colour to where it goes. */
async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    // An element whose colour is inherited sets out when its parent's has arrived. What turns for ever never arrives.
    for (;;) {
      const passing = document
        .getAnimations()
        .filter(
          ({ timeline, playState, effect }) =>
            timeline instanceof DocumentTimeline &&
            playState !== 'finished' &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
      if (passing.length === 0) break;
      for (const animation of passing) animation.finish();
      await frame();
    }
    await frame();
  });
}

/** Controls that are smaller than a finger needs; links within a sentence are exempt (WCAG 2.5.8). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const inSentence = (element: Element) =>
      element.matches('a, button.link, button[class*="link"]') &&
      element.closest('p, li, dd, dt, td, label, span, figcaption, div')?.textContent?.trim() !==
        element.textContent?.trim();
    return [
      ...document.querySelectorAll(
        'a[href], button, input, select, textarea, summary, [role="switch"], [role="tab"]',
      ),
    ]
      .filter((element) => {
        // A label is part of what one can press.
        const target = element.matches('[type="checkbox"], [type="radio"]') ? element.closest('label') : null;
        const { width, height } = (target ?? element).getBoundingClientRect();
        if (
          width === 0 ||
          height === 0 ||
          element.closest('[aria-hidden="true"], .sr-only') ||
          element.matches('.sr-only')
        )
          return false;
        if (width === 1 && height === 1) return false;
        return (width < smallest || height < smallest) && !inSentence(element);
      })
      .map(
        (element) =>
          `${element.tagName} ${element.textContent?.trim() || element.getAttribute('aria-label')}`,
      );
  }, MIN_TARGET_PX);
}
