// Largest contentful paint (milliseconds) and cumulative layout shift of a page in Chromium, as the browser itself counts them.

const SETTLE_MS = 500;

/** @param page before it goes anywhere */
export async function watchPaint(page) {
  await page.addInitScript(() => {
    window.seen = { lcp: 0, cls: 0 };
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.seen.lcp = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.seen.cls += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns {Promise<{ lcp: number, cls: number }>} when nothing is under way any more */
export async function settledPaint(page) {
  // A page that has painted nothing has no figure yet, and nought would pass.
  await page.waitForFunction(() => window.seen.lcp > 0);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => window.seen);
}

/** The soonest paint and the largest shift: a busy machine makes paints late, and no shift go away. */
export const figuresOf = (runs) => ({
  lcp: Math.min(...runs.map((run) => run.lcp)),
  cls: Math.max(...runs.map((run) => run.cls)),
  all: runs.map((run) => Math.round(run.lcp)).join(', '),
});
