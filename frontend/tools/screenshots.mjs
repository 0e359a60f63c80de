// Takes pictures of the built SPA with canned API answers, or with --axe lets axe judge each page in both themes:
// `node frontend/tools/screenshots.mjs [--only NAMES] [--views light,dark,phone] [--out DIR] [--axe]`.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { admin, customer } from './canned-answers.mjs';
import { launchChromium, serveCanned, signIn } from './canned-server.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: path.join(import.meta.dirname, '../screenshots') },
    axe: { type: 'boolean', default: false },
    views: { type: 'string', default: 'light,dark,phone' },
  },
});
const axeSource = values.axe
  ? readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  : null;

let who = null;
const { origin, close } = await serveCanned(() => who);

const click =
  (name, role = 'button') =>
  async (page) => {
    await page.getByRole(role, { name }).first().click();
    await page.waitForTimeout(350);
  };

/** name, path, who is signed in, what is done before the picture. */
const shots = [
  ['home', '/'],
  ['features', '/features'],
  ['how-it-works', '/how-it-works'],
  ['how-to-use', '/how-to-use'],
  ['pricing', '/pricing'],
  ['about', '/about'],
  ['contact', '/contact'],
  ['privacy', '/privacy'],
  ['login', '/login'],
  ['register-simple', '/register-simple'],
  ['register', '/register'],
  ['register-account', '/register?plan=business'],
  ['unsubscribe', '/unsubscribe?email=ana%40mail.example'],
  ['not-found', '/nowhere'],
  [
    'pricing-checkout',
    '/pricing',
    customer,
    async (page) => {
      await page.getByRole('button', { name: 'Choose Plan' }).last().click();
      await page.waitForTimeout(350);
    },
  ],
  ['overview', '/dashboard', customer],
  ['domains', '/dashboard/domains', customer],
  ['domain-add', '/dashboard/domains?add=1', customer],
  ['domain-verify', '/dashboard/domains', customer, click('Verify DNS')],
  ['waf-origin', '/dashboard/domains', customer, click('Configure WAF')],
  [
    'waf-policy',
    '/dashboard/domains',
    customer,
    async (page) => {
      await click('Configure WAF')(page);
      await click('WAF Policy', 'tab')(page);
    },
  ],
  [
    'upgrade-required',
    '/dashboard/domains',
    customer,
    async (page) => {
      await click('Configure WAF')(page);
      await click('WAF Policy', 'tab')(page);
      await click('Bot Protection', 'switch')(page);
    },
  ],
  [
    'upgrade-plan',
    '/dashboard/domains',
    customer,
    async (page) => {
      await click('Configure WAF')(page);
      await click('Change Plan')(page);
    },
  ],
  ...['Certificates', 'Cache', 'Bans'].map((tab) => [
    `waf-${tab.toLowerCase()}`,
    '/dashboard/domains',
    customer,
    async (page) => {
      await click('Configure WAF')(page);
      await click(tab, 'tab')(page);
    },
  ]),
  [
    'waf-history',
    '/dashboard/domains',
    customer,
    async (page) => {
      await click('Configure WAF')(page);
      await click('History', 'tab')(page);
    },
  ],
  ['logs', '/dashboard/logs', customer],
  ['log-details', '/dashboard/logs', customer, click('Details')],
  ['analytics', '/dashboard/analytics', customer],
  ['forgot-password', '/forgot-password'],
  ['reset-password', '/reset-password?token=canned'],
  ['confirm-email', '/confirm-email?token=canned'],
  ['settings-account', '/dashboard/settings', customer],
  ['settings-security', '/dashboard/settings?tab=security', customer],
  ['settings-notifications', '/dashboard/settings?tab=notifications', customer],
  ['settings-billing', '/dashboard/settings?tab=billing', customer],
  [
    'palette',
    '/dashboard',
    customer,
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.waitForTimeout(350);
    },
  ],
  ...['overview', 'users', 'plans', 'newsletters', 'campaigns', 'tools', 'orders', 'edge', 'system'].map(
    (tab) => [`admin-${tab}`, `/admin?tab=${tab}`, admin],
  ),
  ['admin-campaign-stats', '/admin?tab=campaigns', admin, click('Stats of March release notes')],
  ['admin-campaign-create', '/admin?tab=campaigns', admin, click('Create Campaign')],
  ['admin-smtp-edit', '/admin?tab=tools', admin, click(/^Edit /)],
  ['admin-user-edit', '/admin?tab=users', admin, click(/^Edit /)],
  ['admin-plan-edit', '/admin?tab=plans', admin, click(/^Edit/)],
  ['admin-campaign-test', '/admin?tab=campaigns', admin, click(/^Send a test/)],
  ['settings-mfa', '/dashboard/settings?tab=security', customer, click(/Enable|Set up/)],
  ['domain-delete', '/dashboard/domains', customer, click(/^Delete /)],
  ['admin-subscribers-import', '/admin?tab=newsletters', admin, click('Import CSV')],
];
const viewports = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  wide: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 1 },
};

mkdirSync(values.out, { recursive: true });
const browser = await launchChromium();
for (const view of values.views.split(',')) {
  for (const [name, at, user = null, act] of shots) {
    if (values.only && !values.only.split(',').includes(name)) continue;
    who = user;
    const context = await browser.newContext({ ...viewports[view], reducedMotion: 'reduce' });
    await signIn(context, user);
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    await page.clock.setFixedTime(new Date('2026-03-10T12:00:00Z'));
    page.on(
      'console',
      (message) => message.type() === 'error' && console.error(`${name} ${view}: ${message.text()}`),
    );
    page.on('pageerror', (error) => console.error(`${name} ${view}: ${error.message}`));
    await page.goto(origin + at, { waitUntil: 'networkidle' });
    try {
      await act?.(page);
    } catch (error) {
      console.error(`${name} ${view}: ${error.message.split('\n')[0]}`);
    }
    await page.waitForTimeout(150);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) console.error(`${name} ${view}: ${overflow} px wider than the screen`);
    if (axeSource) {
      // Evaluated over the debugging protocol, so the page's own policy need not allow it.
      await page.evaluate(axeSource);
      const violations = await page.evaluate(async () => {
        const { violations: found } = await globalThis.axe.run(document, {
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
        console.log(`${name} ${view}: ${impact} ${id} (${count}) ${first} ${why ?? ''}`);
      }
      await context.close();
      continue;
    }
    await page.screenshot({
      path: path.join(values.out, `${name}-${view}.png`),
      fullPage: act === undefined,
    });
    await context.close();
  }
}
await browser.close();
close();
