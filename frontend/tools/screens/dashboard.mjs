// Overview, analytics, logs and the palette.
import { id } from '../canned/common.mjs';
import { states } from '../canned/dashboard.mjs';
import { wafConfig } from '../canned/domains.mjs';
import { customer } from '../canned/people.mjs';
import { choose, click, clickExactly, press, scrollDialogs, steps } from './acts.mjs';

const overview = '/dashboard';
const analytics = '/dashboard/analytics';
const logs = '/dashboard/logs';
const as = customer;
const ofOne = 'domain=keramik-lindner.example';

/** Opens the details of the entry number `n`, from the newest on. */
const details = (n) => async (page) => {
  const row = page.getByRole('button', { name: 'Details' }).nth(n);
  await row.scrollIntoViewIfNeeded();
  await row.click();
  await page.getByRole('region', { name: 'Attack Details' }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(350);
};
const exception = steps(details(0), click('Make an exception'));
const configuration = (method) => `${method} /domains/${id(11)}/waf-config`;
const openTables = (page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
const print = (page) => page.emulateMedia({ media: 'print' });
const type = (text) => async (page) => {
  await page.keyboard.type(text);
  await page.waitForTimeout(350);
};
const offline = async (page) => {
  await page.context().setOffline(true);
  await page.waitForTimeout(350);
};
/** Draws over the chart and holds still. */
const draw = async (page) => {
  const box = await page.getByTestId('traffic-chart').boundingBox();
  await page.mouse.move(box.x + box.width * 0.35, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 140, { steps: 5 });
};

const stateScreens = (name, at) =>
  ['noTraffic', 'noDomains', 'loading', 'failed'].map((state) => ({
    name: `${name}-${state.toLowerCase()}`,
    at,
    as,
    answers: states[state],
  }));

export default [
  { name: 'overview', at: overview, as },
  { name: 'overview-domain', at: `${overview}?${ofOne}`, as },
  { name: 'overview-tables', at: overview, as, full: true, act: openTables },
  { name: 'overview-offline', at: overview, as, act: offline },
  ...stateScreens('overview', overview),
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
  { name: 'analytics-domain', at: `${analytics}?${ofOne}`, as },
  { name: 'analytics-marker', at: `${analytics}?${ofOne}`, as, act: hoverMarker },
  { name: 'analytics-drawing', at: analytics, as, act: draw },
  { name: 'analytics-tables', at: `${analytics}?${ofOne}`, as, full: true, act: openTables },
  { name: 'analytics-print', at: `${analytics}?${ofOne}`, as, full: true, act: print },
  ...stateScreens('analytics', analytics),
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
  { name: 'exception', at: logs, as, act: exception },
  { name: 'exception-end', at: logs, as, act: steps(exception, scrollDialogs) },
  {
    name: 'exception-wide',
    at: logs,
    as,
    act: steps(
      exception,
      choose('Rule', 'family'),
      choose('Field', 'all'),
      choose('Path', ''),
      scrollDialogs,
    ),
  },
  { name: 'exception-one', at: logs, as, act: steps(details(10), click('Make an exception')) },
  {
    name: 'exception-made',
    at: logs,
    as,
    act: steps(exception, clickExactly('Make exception')),
    answers: { [configuration('PUT')]: { status: 200, body: wafConfig } },
  },
  {
    name: 'exception-failed',
    at: logs,
    as,
    act: steps(exception, clickExactly('Make exception')),
    answers: {
      [configuration('PUT')]: { status: 503, body: { status: 503, detail: 'The service is away.' } },
    },
  },
];

async function hoverMarker(page) {
  await page
    .getByRole('button', { name: /^Version/ })
    .first()
    .hover();
  await page.waitForTimeout(900);
}
