// Takes pictures of the built SPA with canned API answers, or with --axe lets axe judge each page in both themes:
// `npm run pictures -- [--only NAMES] [--views light,dark,tablet,phone,narrow,half,zoom,wide] [--out DIR] [--dist DIR] [--axe]`;
// with --keyboard each is walked through by keyboard alone, in forced colours; with --tree what a screen reader is told is written to DIR, and what has no name
// is an error.
// NAMES may end in `*`. Pages stand in `screens/`, answers in `canned/`. Ends with an error where a page could not be
// driven, wrote to the console, is wider than its screen, or has texts that are cut off or lie over each other, or on desks tables with columns out of sight.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { keyboardFaults } from '../../services/e2e/src/browser/keyboard-walk.ts';
import { noteFocus } from '../../services/e2e/src/browser/keyboard-walk-page.ts';
import { tablesOutOfSight, unreadableTexts } from '../../services/e2e/src/browser/text-facts.ts';
import { accessibilityTree, nameless } from './accessibility-tree.ts';
import { replyAmong } from './canned/answers.ts';
import { launchChromium, serveCanned, signIn } from './canned/server.ts';
import admin from './screens/admin.ts';
import alerts from './screens/alerts.ts';
import customRules from './screens/custom-rules.ts';
import dashboard from './screens/dashboard.ts';
import domains from './screens/domains.ts';
import lists from './screens/lists.ts';
import logStreams from './screens/log-streams.ts';
import publicSite from './screens/public.ts';
import reports from './screens/reports.ts';
import ruleSets from './screens/rule-sets.ts';
import type { Screen, View } from './screens/screen.ts';
import settings from './screens/settings.ts';
import sites from './screens/sites.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: path.join(import.meta.dirname, '../screenshots') },
    dist: { type: 'string', default: path.join(import.meta.dirname, '../dist') },
    axe: { type: 'boolean', default: false },
    keyboard: { type: 'boolean', default: false },
    tree: { type: 'boolean', default: false },
    views: { type: 'string' },
  },
});

const screens = [
  ...publicSite,
  ...domains,
  ...sites,
  ...customRules,
  ...ruleSets,
  ...dashboard,
  ...reports,
  ...alerts,
  ...lists,
  ...logStreams,
  ...settings,
  ...admin,
];
const viewports: Record<View, BrowserContextOptions> = {
  tablet: { viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  wide: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 1 },
  // A desk at 200 % (WCAG 1.4.4).
  half: { viewport: { width: 640, height: 450 }, colorScheme: 'light' },
  // And at 400 % (WCAG 1.4.10).
  zoom: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
};

const axeSource = values.axe
  ? readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  : null;
const patterns = values.only?.split(',').map((name) => (name.endsWith('*') ? name.slice(0, -1) : `${name}$`));
const chosen = patterns
  ? screens.filter(({ name }) => patterns.some((pattern) => `${name}$`.startsWith(pattern)))
  : screens;
const usual = values.tree
  ? 'light'
  : values.keyboard
    ? 'light,zoom'
    : values.axe
      ? 'light,dark'
      : 'light,dark,phone';
const named = (values.views ?? usual).split(',');
const views = (Object.keys(viewports) as View[]).filter((view) => named.includes(view));

let current: Screen | undefined;
const { origin, close } = await serveCanned(
  () => current?.as ?? null,
  (method, at) => replyAmong(current?.answers ?? {}, method, at),
  values.dist,
);
mkdirSync(values.out, { recursive: true });
const browser = await launchChromium();
let complaints = 0;
const complain = (text: string) => {
  complaints++;
  console.error(text);
};
for (const view of views) {
  for (const screen of chosen) {
    current = screen;
    await look(screen, view);
  }
}
await browser.close();
close();
if (complaints > 0) process.exitCode = 1;

async function look(screen: Screen, view: View) {
  const { name, at, as = null, act, answers = {}, full = act === undefined, views: only } = screen;
  if (only && !only.includes(view)) return;
  const label = `${name} ${view}`;
  const context = await browser.newContext({ ...viewports[view], reducedMotion: 'reduce' });
  await signIn(context, as);
  if (values.keyboard) await context.addInitScript(noteFocus);
  const page = await context.newPage();
  // Generous: only what is really missing should fail where the machine is busy.
  page.setDefaultTimeout(20_000);
  await page.clock.setFixedTime(new Date('2026-03-10T12:00:00Z'));
  page.on('console', (message) => {
    // A screen that shows a refusal makes the browser name it.
    const provoked =
      (screen.breaks || values.keyboard || Object.keys(answers).length > 0) &&
      message.text().startsWith('Failed to load resource');
    // What is put into every document meets the sandbox of a mail's preview, too.
    const sandboxed = message.text().includes('sandboxed');
    if (message.type() === 'error' && !provoked && !sandboxed) complain(`${label}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    if (!error.message.includes('sandboxed')) complain(`${label}: ${error.message}`);
  });
  const waitUntil = Object.values(answers).includes('never') ? 'load' : 'networkidle';
  try {
    await page.goto(origin + at, { waitUntil });
    // A busy machine may still be running the page's code when nothing is on the wire.
    if (waitUntil === 'networkidle') {
      await page.locator('h1').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label^="Loading"]'));
    }
    await act?.(page);
    await page.waitForTimeout(waitUntil === 'load' ? 1500 : 150);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) complain(`${label}: ${overflow} px wider than the screen`);
    for (const fault of [...(await unreadableTexts(page)), ...(await tablesOutOfSight(page))])
      complain(`${label}: ${fault}`);
    if (values.keyboard) {
      await page.emulateMedia({ forcedColors: 'active' });
      for (const fault of await keyboardFaults(page, ['Tab', 'Shift+Tab'], true))
        complain(`${label}: ${fault}`);
    } else if (values.tree) {
      const tree = await accessibilityTree(page);
      writeFileSync(path.join(values.out, `${name}-${view}.yml`), `${tree}\n`);
      for (const fault of nameless(tree)) complain(`${label}: ${fault}`);
    } else if (axeSource) await judge(page, axeSource, label);
    else await page.screenshot({ path: path.join(values.out, `${name}-${view}.png`), fullPage: full });
  } catch (error) {
    // The others are still worth looking at.
    complain(`${label}: ${String(error).split('\n')[0]}`);
  }
  await context.close();
}

/** axe's complaints about what is on the page now. */
async function judge(page: Page, source: string, label: string) {
  // Evaluated over the debugging protocol, so the page's own policy need not allow it.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.map(({ id, impact, nodes }) => ({
      id,
      impact,
      count: nodes.length,
      first: nodes[0]?.target.join(' '),
      why: nodes[0]?.any[0]?.message ?? nodes[0]?.none[0]?.message,
    }));
  });
  for (const { id, impact, count, first, why } of violations) {
    complain(`${label}: ${impact} ${id} (${count}) ${first} ${why ?? ''}`);
  }
}
