// How long every page takes from a press or a key to the next picture on a slow processor, whatever it consists of: on each address of
// the list of pages some controls of every kind are used, with as much data as an account may have.
import { MAX_ADDRESSES } from '../../services/shared/site-policy/src/model/addresses.ts';
import { answer } from './canned/answers.ts';
import { answerOfCrowd, domains } from './canned/crowd.ts';
import { INP_MS, MIN_COUNTED_MS, partsOf, settled, THROTTLE, watchInteractions } from './interactions.mjs';
import { varied } from './layouts.mjs';
import { addressesOf, pages } from './pages.mjs';

/** Rows of each list: as many as the API hands out at a time, or as the account may have where the answer says that. */
const ROWS = 100;
/** Of those that took too long, how often they are counted again: whatever else runs on the machine can only make them slower. */
const AGAIN = 1;
const REST_MS = 600;

/** How many controls of a kind are used on each address, and how. */
const KINDS = {
  field: { most: 3, use: async (tab) => tab.keyboard.type('a') },
  choice: { most: 2, use: async (tab) => tab.keyboard.press('ArrowDown') },
  switch: { most: 3, use: async (tab) => tab.keyboard.press('Space') },
  tab: { most: 3, use: async (tab) => tab.keyboard.press('Enter') },
  button: { most: 8, use: async (tab) => tab.keyboard.press('Enter') },
  summary: { most: 2, use: async (tab) => tab.keyboard.press('Enter') },
};

/** In the page: its controls by kind, numbered, few of each. What ends the session ends the measuring. */
function numberControls(most) {
  const kindOf = (element) => {
    if (element.matches('input[type="radio"], input[type="checkbox"], [role="switch"]')) return 'switch';
    if (element.matches('textarea, input:not([type="file"], [type="color"], [type="range"])')) return 'field';
    if (element.matches('select, [role="combobox"]')) return 'choice';
    if (element.matches('[role="tab"]')) return 'tab';
    if (element.matches('summary')) return 'summary';
    return element.matches('button') ? 'button' : undefined;
  };
  const found = {};
  const names = new Set();
  for (const old of document.querySelectorAll('[data-counted]')) old.removeAttribute('data-counted');
  for (const element of document.querySelectorAll('main :is(input, textarea, select, button, summary)')) {
    const kind = kindOf(element);
    const name = (
      element.getAttribute('aria-label') ??
      element.labels?.[0]?.textContent ??
      element.textContent
    ).trim();
    // Rows have the same buttons each.
    const alike = `${kind} ${name.split(' ')[0]}`;
    if (kind === undefined || element.disabled || element.closest('[inert]') || !element.checkVisibility())
      continue;
    if (element.getAttribute('aria-selected') === 'true' || (kind === 'button' && names.has(alike))) continue;
    found[kind] ??= [];
    const list = found[kind];
    if (list.length >= most[kind]) continue;
    names.add(alike);
    element.setAttribute('data-counted', `${kind}-${list.length}`);
    list.push({ mark: `${kind}-${list.length}`, name: name.slice(0, 40) });
  }
  return Object.entries(found).flatMap(([kind, list]) => list.map((one) => ({ ...one, kind })));
}

const most = Object.fromEntries(Object.entries(KINDS).map(([kind, { most: count }]) => [kind, count]));

/** Everything there is much of, in one account. */
export function answerWithMuch(method, path, user) {
  const known = answerOfCrowd(method, path);
  if (known !== undefined || method !== 'GET' || /^\/api\/(auth\/|plans)/.test(path)) return known;
  const canned = answer(method, path, user);
  if (canned === undefined || canned === 'never') return canned;
  const most = Object.entries(canned.body ?? {}).find(([name]) => name.startsWith('max_'))?.[1];
  const body = varied(canned.body, { rows: Math.min(ROWS, most ?? ROWS), names: false });
  if (!path.endsWith('/waf-config')) return { ...canned, body };
  const blocked = Array.from(
    { length: MAX_ADDRESSES },
    (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
  );
  return { ...canned, body: { ...body, policyConfig: { ...body.policyConfig, blocked_ips: blocked } } };
}

/** @param open takes an address and who looks; gives its context, tab and DevTools session */
export async function proveEveryControl({ open, check, only = '' }) {
  const worst = [];
  for (const page of pages.filter(({ access, path }) => access !== 'everyone' || path.includes('register'))) {
    for (const address of addressesOf(page, domains[0].domain_name).filter((one) => one.includes(only))) {
      const took = await measure(address, page.access === 'administrators' ? 'admin' : 'customer', open);
      const slow = took.filter(({ ms }) => ms > INP_MS);
      const slowest = took.toSorted((a, b) => b.ms - a.ms)[0];
      worst.push({ address, controls: took.length, ms: slowest?.ms ?? 0, of: slowest?.name ?? '' });
      check(
        took.length > 0 && slow.length === 0,
        `${address}: ${took.length} controls, the slowest ${slowest?.ms ?? '-'} ms (${slowest?.kind} "${slowest?.name}"; <= ${INP_MS} at ${THROTTLE} × slower)`,
      );
      for (const { kind, name, ms, parts } of slow)
        console.log(`        ${kind} "${name}": ${ms} ms (${parts})`);
    }
  }
  console.table(worst.toSorted((a, b) => b.ms - a.ms).slice(0, 15));
}

async function measure(address, who, open) {
  const fresh = async () => {
    const made = await open(address, who);
    await made.tab.addInitScript(watchInteractions, MIN_COUNTED_MS);
    await made.tab.reload({ waitUntil: 'load' });
    await made.tab.locator('h1').first().waitFor();
    await made.tab.waitForTimeout(REST_MS);
    await settled(made.tab);
    const controls = await made.tab.evaluate(numberControls, most);
    await made.session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await made.session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    return { ...made, controls };
  };
  let { context, tab, session, controls } = await fresh();
  const took = [];
  const anew = async () => {
    await context.close();
    ({ context, tab, session } = await fresh());
  };
  for (const control of controls) {
    let best;
    for (let time = 0; time <= AGAIN && (best === undefined || best.ms > INP_MS); time++) {
      if (time > 0) await anew();
      const counted = await pressControl(tab, session, control);
      // It went with what was done before it.
      if (counted === undefined) await anew();
      else if (best === undefined || counted.ms < best.ms) best = counted;
    }
    if (best !== undefined)
      took.push({
        ...control,
        ms: best.ms,
        parts: `${best.clock} by the clock: ${partsOf(best)}; ${best.own} of the processor`,
      });
    await tab.keyboard.press('Escape');
    await settled(tab);
    if (!(await isStill(tab, address))) await anew();
  }
  await context.close();
  return took;
}

/** What the page's thread has worked, in ms of the processor. */
async function worked(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}

/**
 * What one control took; undefined where it is not there any more. Where other programs hold the processor, what the page's thread
 * worked until the next picture was made holds as well.
 */
async function pressControl(tab, session, { mark, kind }) {
  const control = tab.locator(`[data-counted="${mark}"]`).first();
  if ((await control.count()) === 0 || !(await control.isVisible())) return undefined;
  await control.focus();
  await settled(tab);
  await tab.evaluate(() => {
    window.longest = { ms: 0 };
  });
  const before = await worked(session);
  await KINDS[kind].use(tab);
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const own = Math.round((await worked(session)) - before);
  await settled(tab);
  const longest = await tab.evaluate(() => window.longest);
  return { ...longest, clock: longest.ms, own, ms: Math.min(longest.ms, own) };
}

/** Whether the page is where it was, with nothing over it. */
const isStill = (tab, address) =>
  tab.evaluate(
    (at) =>
      location.pathname + location.search === at &&
      document.querySelector('[role="dialog"]:not([popover]), [role="alertdialog"]') === null,
    address,
  );
