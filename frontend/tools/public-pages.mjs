// How soon public pages show on a slow phone, whether they move, and what they weigh, as a running product serves them.

import { pages } from './pages.mjs';
import { figuresOf, settledPaint, watchPaint } from './paint-figures.mjs';

/** Those that search engines are told of. */
const PAGES = pages.filter(({ prerender }) => prerender?.listed).map(({ path }) => path);
/** What the pages promised once and keep: milliseconds, share of the screen that moved, bytes as sent. */
const LIMITS = { lcpMs: 1800, cls: 0, bytes: 330_000 };
/** A middling phone on a slow mobile network. */
const THROTTLE = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const RUNS = 3;

/** @param check takes whether something is as it should be, and what it is */
export async function provePublicPages({ browser, origin, check }) {
  for (const path of PAGES) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await visit(browser, origin + path));
    const { lcp, cls, all } = figuresOf(runs);
    const bytes = Math.max(...runs.map((run) => run.bytes));
    check(lcp <= LIMITS.lcpMs, `${path}: LCP ${Math.round(lcp)} ms (at most ${LIMITS.lcpMs}; all: ${all})`);
    check(cls <= LIMITS.cls, `${path}: CLS ${cls.toFixed(3)} (${LIMITS.cls})`);
    check(bytes <= LIMITS.bytes, `${path}: ${Math.round(bytes / 1000)} kB (at most ${LIMITS.bytes / 1000})`);
  }
}

/** A first visit with nothing kept from before. */
async function visit(browser, address) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await watchPaint(page);
  await page.goto(address, { waitUntil: 'load' });
  const seen = await settledPaint(page);
  await context.close();
  return { ...seen, bytes };
}
