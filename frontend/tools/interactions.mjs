// How long pages with much on them take from a press or a key to the next picture, on a slow processor, as the browser itself counts it
// (Event Timing: what "interaction to next paint" is made of).
import { domains } from './canned/crowd.ts';

/** What people take for at once. */
export const INP_MS = 200;
/** How much slower the processor is made. */
export const THROTTLE = 4;
/** How often each act is done unless somebody says otherwise. */
export const ROUNDS = 3;
/** Shorter ones the browser does not tell. */
export const MIN_COUNTED_MS = 16;
const SETTLE_MS = 400;

const [shop] = domains;
// On pages with much on them by what they are and not by what they are called: to name thousands takes a slow processor long.
const button = (name) => (tab) => tab.getByRole('button', { name, exact: true }).first();
const press = (find) => async (tab) => find(tab).click();
/** Of several that exclude each other, another one each time. */
const turns = (find, names) => async (tab, round) => find(tab, names[round % names.length]).click();
const segment = (tab, name) =>
  tab
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .first();
const type = (label, text) => async (tab, round) => {
  const field = tab.getByLabel(label, { exact: true }).first();
  await field.pressSequentially(text[round % text.length]);
};
const site = (part) => `/dashboard/domains/${shop.domain_name}/${part}`;
const part = (tab, name) =>
  tab.getByRole('navigation', { name: `Parts of ${shop.domain_name}` }).getByRole('link', { name });
const adminTab = (tab, name) => tab.getByRole('tab', { name });

/** What people do on each page, in this order; every act is done once a round, and finds the page as the one before left it. */
const SCREENS = [
  {
    at: '/dashboard',
    acts: {
      'opens the list of pages': async (tab) => tab.keyboard.press('Control+k'),
      'types in it': async (tab) => tab.keyboard.type('s'),
      'closes it': async (tab) => tab.keyboard.press('Escape'),
      'changes the theme': press((tab) => tab.getByRole('button', { name: /theme/i }).first()),
      'presses a bar': async (tab) =>
        tab.getByTestId('traffic-chart').click({ position: { x: 200, y: 120 } }),
      'opens the table of the chart': press((tab) => tab.locator('figure summary').first()),
    },
  },
  {
    at: '/dashboard/domains',
    acts: {
      'looks for a name': type('Find a domain', ['s', 'h', 'o']),
      'takes it back': async (tab) => tab.keyboard.press('Backspace'),
      'opens what removes one': press((tab) => tab.locator('article button[aria-label^="Delete "]').first()),
      'closes it': press(button('Cancel')),
      'opens its configuration': press((tab) =>
        tab.locator('article button', { hasText: 'Configure WAF' }).first(),
      ),
      'closes that': async (tab) => tab.keyboard.press('Escape'),
    },
  },
  {
    at: site('overview'),
    acts: {
      'goes to the policy': press((tab) => part(tab, /WAF Policy/)),
      'turns a switch': press((tab) => tab.getByRole('switch', { name: 'Managed Rules' })),
      'goes to the origin': press((tab) => part(tab, /Origin Server/)),
      'types in a field': async (tab) => {
        const field = tab.getByRole('textbox').first();
        await field.focus();
        await tab.keyboard.press('End');
        await tab.keyboard.type('a');
      },
      'goes back to the overview': press((tab) => part(tab, /Overview/)),
    },
  },
  {
    at: '/dashboard/analytics',
    acts: {
      'shades by what was blocked': turns(segment, ['Blocked', 'Requests']),
      'sorts the countries': press((tab) => tab.getByRole('button', { name: 'Country', exact: true })),
      'shows all countries': press((tab) => tab.getByRole('button', { name: /^Show (all|fewer)/ }).first()),
      'changes the time zone': turns(segment, ['UTC', 'Local']),
      'changes the period': turns(segment, ['30 days', '90 days', '24 h']),
      'draws over bars': async (tab) => {
        const chart = tab.getByTestId('traffic-chart');
        await chart.scrollIntoViewIfNeeded();
        const box = await chart.boundingBox();
        await tab.mouse.move(box.x + 200, box.y + 100);
        await tab.mouse.down();
        await tab.mouse.move(box.x + 500, box.y + 110, { steps: 4 });
        await tab.mouse.up();
      },
      'chooses one of many domains': async (tab, round) => {
        const select = tab.getByLabel('Domain', { exact: true });
        await select.focus();
        await tab.keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
      },
    },
  },
  {
    at: '/dashboard/logs',
    prepare: 'rows',
    acts: {
      'opens an entry': press((tab) => tab.getByRole('button', { name: 'Details' }).first()),
      'closes it': press((tab) => tab.getByRole('button', { name: 'Details' }).first()),
      'goes a row down': async (tab) => tab.keyboard.press('j'),
      'changes the time zone': turns(segment, ['UTC', 'Local']),
      'types in the filter': type('Filter the loaded entries', ['s', 'h', 'e']),
      'takes it back': async (tab) => tab.keyboard.press('Backspace'),
      'opens the choice of columns': press(button('View')),
      'shows a column': press((tab) => tab.getByRole('checkbox', { name: 'Cache' })),
      'closes the choice': async (tab) => tab.keyboard.press('Escape'),
      'filters by a status': turns(segment, ['Blocked', 'Allowed', 'All']),
    },
  },
  {
    at: '/admin?tab=users',
    as: 'admin',
    acts: {
      'goes to the orders': press((tab) => adminTab(tab, 'Orders')),
      'goes to the jobs': press((tab) => adminTab(tab, 'Jobs')),
      'goes to the overview': press((tab) => adminTab(tab, 'Overview')),
      'goes back to the users': press((tab) => adminTab(tab, 'Users')),
      'opens a user': press((tab) => tab.getByRole('button', { name: /^Edit / }).first()),
      'closes it': async (tab) => tab.keyboard.press('Escape'),
    },
  },
];

/** In the page: the longest of the interactions since the last look, and what of it was waiting, handlers, and the picture. */
export function watchInteractions(leastMs) {
  window.longest = { ms: 0 };
  window.counted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration, startTime, processingStart, processingEnd } = entry;
      if (interactionId === 0) continue;
      window.counted++;
      if (duration <= window.longest.ms) continue;
      window.longest = {
        ms: duration,
        waiting: Math.round(processingStart - startTime),
        handlers: Math.round(processingEnd - processingStart),
        picture: Math.max(0, Math.round(startTime + duration - processingEnd)),
      };
    }
  }).observe({ type: 'event', durationThreshold: leastMs });
}

export const partsOf = ({ waiting = 0, handlers = 0, picture = 0 }) =>
  `${waiting} waiting, ${handlers} handlers, ${picture} picture`;

export async function settled(tab) {
  await tab.waitForTimeout(SETTLE_MS);
  await tab.waitForFunction(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(true)))),
  );
}

const percentile = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

/**
 * The best of several counts is judged: whatever else runs on the machine can only make it slower. What most and what all took stands
 * beside it.
 * @param open takes an address, what to do before and who looks; gives its context, tab and DevTools session
 * @param loadRows loads many entries of the log
 */
export async function proveInteractions({ open, loadRows, check, only = '', rounds = ROUNDS }) {
  for (const { at, as, prepare, acts } of SCREENS.filter((screen) => screen.at.includes(only))) {
    const { context, tab, session } = await open(at, as);
    await tab.addInitScript(watchInteractions, MIN_COUNTED_MS);
    await tab.reload({ waitUntil: 'load' });
    await settled(tab);
    if (prepare === 'rows') await loadRows(tab);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    const counts = new Map(Object.keys(acts).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, act] of Object.entries(acts)) {
        await tab.evaluate(() => {
          window.longest = { ms: 0 };
        });
        await act(tab, round);
        await settled(tab);
        counts.get(name).push(await tab.evaluate(() => window.longest));
      }
    }
    // A page on which nothing was counted was not measured.
    const counted = await tab.evaluate(() => window.counted);
    check(counted > 0, `${at}: ${counted} interactions counted, ${rounds} of each kind`);
    for (const [name, took] of counts) {
      const [best, ...others] = took.toSorted((a, b) => a.ms - b.ms);
      const sorted = [best, ...others].map(({ ms }) => ms);
      check(
        best.ms <= INP_MS,
        `${at}: ${name}: ${best.ms} ms to the next paint (<= ${INP_MS} at ${THROTTLE} × slower; ${partsOf(best)}; p75 ${percentile(sorted, 0.75)}, max ${sorted.at(-1)})`,
      );
    }
    await context.close();
  }
}
