// Whether pages of signed-in people hold what strangers may put into them: every address of the list of pages, with lists of nothing, of
// one and of many rows, with names of 200 characters in both directions of writing, at the widths of phones and desks (320 px is a desk at 400 %).
import { answer } from './canned/answers.ts';
import { answers } from './canned/domains.ts';
import { admin, customer } from './canned/people.ts';
import { addressesOf, pages } from './pages.mjs';

const { domain_name: SITE } = answers['GET /api/domains'][0];
const WIDTHS = [320, 390, 1280];
/** A screen that rests this long has come. */
const REST_MS = 700;
/** What follows a change of width has followed. */
const TURN_MS = 250;
const NAME_LENGTH = 200;
const LONG = 'Wintergartenmöbelversandhandel'.repeat(NAME_LENGTH).slice(0, NAME_LENGTH);
const RIGHT_TO_LEFT = 'متجر الأثاث الشتوي والصيفي '.repeat(NAME_LENGTH).slice(0, NAME_LENGTH);
/** Fields in which people write what they like. */
const WRITTEN =
  /^(name|title|subject|full_name|username|email|description|comment|note|reason|user_agent|request_uri|company)$/;

const VARIANTS = {
  none: { rows: 0, names: false },
  one: { rows: 1, names: false },
  many: { rows: 25, names: true },
};

/** A canned answer with as many rows in each of its lists, and other names in them. */
function varied(value, { rows, names }, at = 0) {
  if (Array.isArray(value)) {
    const isTable = value.every((item) => typeof item === 'object' && item !== null && 'id' in item);
    if (!isTable) return value.map((item, index) => varied(item, { rows, names }, index));
    return Array.from({ length: value.length === 0 ? 0 : rows }, (_, index) => {
      const item = varied(value[index % value.length], { rows, names }, index);
      return index < value.length ? item : { ...item, id: `${item.id}-${index}` };
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const written = at % 2 === 0 ? LONG : RIGHT_TO_LEFT;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      names && typeof field === 'string' && WRITTEN.test(key) ? written : varied(field, { rows, names }, at),
    ]),
  );
}

/** Kept as they are: without them there is no session, and no page of a site. */
const KEPT = /^\/api\/(auth\/|plans)/;

let variant = VARIANTS.one;
let user = customer;
/** The answers for `serveCanned`. */
export const variedAnswers = (method, path) => {
  const canned = answer(method, path, user);
  if (canned === undefined || canned === 'never' || KEPT.test(path) || method !== 'GET') return canned;
  return { ...canned, body: varied(canned.body, variant) };
};
export const whoLooks = () => user;

/** @param open takes an address and who looks; gives its context and tab */
export async function proveLayouts({ open, check }) {
  for (const [name, chosen] of Object.entries(VARIANTS)) {
    variant = chosen;
    let named = 0;
    for (const page of pages.filter(({ access }) => access !== 'everyone')) {
      user = page.access === 'administrators' ? admin : customer;
      for (const address of addressesOf(page, SITE)) {
        const { context, tab } = await open(address, user);
        await rests(tab);
        for (const width of WIDTHS) {
          await tab.setViewportSize({ width, height: 800 });
          // Tables become lists of cards, and charts are drawn anew.
          await tab.waitForTimeout(TURN_MS);
          const wide = await tab.evaluate(tooWide);
          if (wide.length > 0) check(false, `${address} with ${name} at ${width} px: ${wide.join(', ')}`);
        }
        if (await tab.evaluate((text) => document.body.textContent.includes(text), LONG)) named++;
        await context.close();
      }
    }
    // Whether the names are there at all: pages that leave them out would fit.
    check(
      named > 0 === chosen.names,
      `pages with ${name}: ${named} show a name of ${NAME_LENGTH} characters`,
    );
  }
}

async function rests(tab) {
  let last = Date.now();
  tab.on('request', () => {
    last = Date.now();
  });
  while (Date.now() - last < REST_MS) await tab.waitForTimeout(REST_MS / 4);
}

/** In the page: what is wider than it, if something is. */
function tooWide() {
  const more = document.documentElement.scrollWidth - innerWidth;
  if (more <= 0) return [];
  const over = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1,
  );
  const inner = over.filter((element) => !over.some((other) => other !== element && element.contains(other)));
  return [
    `${more} px too wide`,
    ...inner
      .slice(0, 3)
      .map(
        (element) =>
          `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').slice(0, 30)}`,
      ),
  ];
}
