import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const MIN_TARGET_PX = 24;

/** What axe finds serious or critical, by rule and first place. Evaluated past the page's own policy. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const judge = (globalThis as unknown as { axe: { run(root: Document): Promise<AxeResult> } }).axe;
    interface AxeResult {
      violations: { id: string; impact: string; nodes: { target: string[] }[] }[];
    }
    const { violations: found } = await judge.run(document);
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
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
