// Overview, analytics, logs and the palette.
import type { Page } from 'playwright-core';
import { subscription } from '../canned/account.ts';
import { ago } from '../canned/common.ts';
import { states } from '../canned/dashboard-states.ts';
import { ownershipDomains } from '../canned/domains.ts';
import { customer } from '../canned/people.ts';
import { planOf } from '../canned/plans.ts';
import { refuse, reply } from '../canned/reply.ts';
import { sitePolicy } from '../canned/site-policy.ts';
import { type Act, choose, click, clickExactly, press, scrollDialogs, steps } from './acts.ts';
import type { Screen } from './screen.ts';

const overview = '/dashboard';
const analytics = '/dashboard/analytics';
const logs = '/dashboard/logs';
const as = customer;
const inNineDays = ago(-60 * 24 * 9);
const seen =
  (text: string): Act =>
  (page) =>
    page.getByText(text).first().waitFor();
const ofOne = 'domain=keramik-lindner.example';

/** Opens the details of the entry number `n`, from the newest on. */
const details =
  (n: number): Act =>
  async (page) => {
    const row = page.getByRole('button', { name: 'Details' }).nth(n);
    await row.scrollIntoViewIfNeeded();
    await row.click();
    await page.getByRole('region', { name: 'Attack Details' }).scrollIntoViewIfNeeded();
    await page.waitForTimeout(350);
  };
const exclusion = steps(details(0), click('Create an exclusion'));
const openTables: Act = (page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
const print: Act = (page) => page.emulateMedia({ media: 'print' });
const type =
  (text: string): Act =>
  async (page) => {
    await page.keyboard.type(text);
    await page.waitForTimeout(350);
  };
const offline: Act = async (page) => {
  await page.context().setOffline(true);
  await page.waitForTimeout(350);
};
/** Draws over the chart and holds still. */
const draw: Act = async (page) => {
  const box = await page.getByTestId('traffic-chart').boundingBox();
  if (!box) throw new Error('the chart is not there');
  await page.mouse.move(box.x + box.width * 0.35, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 140, { steps: 5 });
};

const STATES = ['noTraffic', 'noDomains', 'loading', 'failed'] as const;
const stateScreens = (name: string, at: string) =>
  STATES.map(
    (state): Screen => ({
      name: `${name}-${state.toLowerCase()}`,
      at,
      as,
      answers: states[state],
    }),
  );

const screens: Screen[] = [
  {
    name: 'overview-trial',
    at: overview,
    as,
    answers: reply(
      'GET /api/plans/mine',
      subscription({ status: 'trial', ends_at: inNineDays, renews: false, next_payment: null }),
    ),
    act: seen('You are not charged automatically'),
  },
  {
    name: 'overview-unconfirmed',
    at: overview,
    as: { ...customer, email_confirmed: false },
    answers: {
      ...reply('GET /api/plans/mine', subscription({ plan: planOf('free'), status: 'free' })),
      ...reply('GET /api/auth/me', { ...customer, email_confirmed: false }),
    },
    act: seen('Send that mail again'),
  },
  { name: 'overview', at: overview, as },
  {
    name: 'overview-first-steps',
    at: overview,
    as,
    answers: reply('GET /api/domains', [{ ...ownershipDomains[0]!, total_requests: 12 }]),
    act: seen('First steps for'),
  },
  { name: 'overview-domain', at: `${overview}?${ofOne}`, as },
  { name: 'overview-tables', at: overview, as, full: true, act: openTables },
  { name: 'overview-offline', at: overview, as, act: offline },
  ...stateScreens('overview', overview),
  { name: 'notifications', at: overview, as, act: click(/^Notifications/) },
  { name: 'palette', at: overview, as, act: press('Control+k') },
  { name: 'palette-searching', at: overview, as, act: steps(press('Control+k'), type('log')) },
  { name: 'palette-value', at: overview, as, act: steps(press('Control+k'), type('203.0.113.9')) },
  { name: 'palette-empty', at: overview, as, act: steps(press('Control+k'), type('zebra')) },
  { name: 'menu', at: overview, as, views: ['phone', 'narrow'], act: click('Open navigation') },
  { name: 'analytics', at: analytics, as },
  { name: 'analytics-day', at: `${analytics}?range=24h`, as, answers: states.day },
  { name: 'analytics-quarter', at: `${analytics}?range=90d`, as, answers: states.quarter },
  {
    name: 'analytics-stretch',
    at: `${analytics}?from=2026-03-07T13:00:00.000Z&to=2026-03-10T13:00:00.000Z&${ofOne}`,
    as,
    answers: states.stretch,
  },
  { name: 'analytics-compared', at: `${analytics}?against=2026-02-10T12:00:00.000Z`, as, full: true },
  {
    name: 'analytics-compare-other',
    at: analytics,
    as,
    act: steps(click('Compare with another period'), click('Another time…', 'menuitem')),
  },
  { name: 'analytics-domain', at: `${analytics}?${ofOne}`, as },
  { name: 'analytics-marker', at: `${analytics}?${ofOne}`, as, act: hoverMarker },
  { name: 'analytics-drawing', at: analytics, as, act: draw },
  { name: 'analytics-tables', at: `${analytics}?${ofOne}`, as, full: true, act: openTables },
  { name: 'analytics-print', at: `${analytics}?${ofOne}`, as, full: true, act: print },
  ...stateScreens('analytics', analytics),
  { name: 'logs-exports', at: `${logs}?exports=open`, as },
  { name: 'logs', at: logs, as },
  {
    name: 'logs-filtered',
    at: `${logs}?status=blocked&address=198.51.100.0/24&country=CN&threat=SQL+Injection&path=/shop*&q=1001`,
    as,
  },
  { name: 'logs-partly', at: `${logs}?method=PROPFIND`, as, answers: states.partlySearched },
  { name: 'logs-nothing', at: `${logs}?rule=942100`, as, answers: states.nothingFound },
  { name: 'logs-no-words', at: `${logs}?q=zebra`, as },
  ...stateScreens('logs', logs),
  { name: 'log-details', at: logs, as, act: details(0) },
  ...Object.entries({ bot: 5, rate: 7, geo: 8, ban: 9, logonly: 10, reject: 11, custom: 12, allowed: 1 }).map(
    ([kind, n]) => ({ name: `log-details-${kind}`, at: logs, as, act: details(n) }),
  ),
  { name: 'exclusion', at: logs, as, act: exclusion },
  { name: 'exclusion-end', at: logs, as, act: steps(exclusion, scrollDialogs) },
  {
    name: 'exclusion-price',
    at: logs,
    as,
    act: steps(exclusion, (page) => page.getByText('Examples').click(), scrollDialogs),
  },
  {
    name: 'exclusion-wide',
    at: logs,
    as,
    act: steps(
      exclusion,
      choose('Rule', 'family'),
      choose('Field', 'all'),
      choose('Path', ''),
      scrollDialogs,
    ),
  },
  { name: 'exclusion-one', at: logs, as, act: steps(details(10), click('Create an exclusion')) },
  {
    name: 'exclusion-made',
    at: logs,
    as,
    act: steps(exclusion, clickExactly('Create exclusion')),
    answers: reply('PUT /api/domains/{id}/waf-config', sitePolicy),
  },
  {
    name: 'exclusion-failed',
    at: logs,
    as,
    act: steps(exclusion, clickExactly('Create exclusion')),
    answers: refuse('PUT /api/domains/{id}/waf-config', 503, { detail: 'The service is away.' }),
  },
];
export default screens;

async function hoverMarker(page: Page) {
  await page
    .getByRole('button', { name: /^Version/ })
    .first()
    .hover();
  await page.waitForTimeout(900);
}
