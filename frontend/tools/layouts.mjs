// Whether pages of signed-in people hold what strangers may put into them: every address of the list of pages, with lists of nothing, of
// one and of many rows, with names of 200 characters in both directions of writing, at the widths of phones and desks (320 px is a desk at 400 %).
import {
  LONG_NAME,
  misfits,
  mixedDirections,
  RIGHT_TO_LEFT,
} from '../../services/e2e/src/browser/table-facts.ts';
import { answer } from './canned/answers.ts';
import { answers } from './canned/domains.ts';
import { admin, customer } from './canned/people.ts';
import { configWith, limits, ruleStates } from './canned/site-policy.ts';
import { addressesOf, pages } from './pages.mjs';

const { domain_name: SITE } = answers['GET /api/domains'][0];
/** A screen that rests this long has come. */
const REST_MS = 700;
/** Fields in which people, or programs that they send, write what they like. */
const WRITTEN =
  /^(name|title|subject|full_name|username|email|description|comment|note|reason|user_agent|request_uri|company|text|summary|rule_name|path|asn_name|diagnostic|last_error|last_problem|referer)$/;
/** What the product names itself. */
const OWN_NAMES = /^threat_types$/;
/** Names of sites: labels of 63 letters, 253 together. */
const SITE_NAMES = /^(domain_name|domain)$/;
const LONG_SITE = `${`${'w'.repeat(63)}.`.repeat(3)}example`;

/** What most breaks comes first. */
const VARIANTS = {
  many: { rows: 25, names: true },
  one: { rows: 1, names: false },
  none: { rows: 0, names: false },
};

/** A canned answer with as many rows in each of its lists, and other names in them. */
export function varied(value, { rows, names }, at = 0) {
  if (Array.isArray(value)) {
    const isTable = value.every((item) => typeof item === 'object' && item !== null && 'id' in item);
    if (!isTable) return value.map((item, index) => varied(item, { rows, names }, index));
    return Array.from({ length: value.length === 0 ? 0 : rows }, (_, index) => {
      const item = varied(value[index % value.length], { rows, names }, index);
      return index < value.length ? item : { ...item, id: `${item.id}-${index}` };
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const written = at % 2 === 0 ? LONG_NAME : RIGHT_TO_LEFT;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      OWN_NAMES.test(key)
        ? field
        : names && typeof field === 'string' && WRITTEN.test(key)
          ? written
          : // The first stays as it is: addresses name it.
            names && typeof field === 'string' && SITE_NAMES.test(key) && at > 0
            ? LONG_SITE
            : varied(field, { rows, names }, at),
    ]),
  );
}

/** Kept as they are: without them there is no session, and no page of a site; and packs have the product's own names. */
const KEPT = /^\/api\/(auth\/|plans|managed-rules\/packs)/;

/** What sites have by themselves has no rule, and so no names of theirs. */
const RULES = configWith({ ...ruleStates.some, ...ruleStates.exclusions, rate_limit_rules: limits });

let variant = VARIANTS.one;
let user = customer;
/** The answers for `serveCanned`. */
export const variedAnswers = (method, path) => {
  const canned = answer(method, path, user);
  if (canned === undefined || canned === 'never' || KEPT.test(path) || method !== 'GET') return canned;
  return { ...canned, body: varied(path.endsWith('/waf-config') ? RULES : canned.body, variant) };
};
export const whoLooks = () => user;

/**
 * @param open takes an address and who looks; gives its context and tab
 * @param only part of the addresses to look at; '' for all
 */
export async function proveLayouts({ open, check, only }) {
  for (const [name, chosen] of Object.entries(VARIANTS)) {
    variant = chosen;
    let named = 0;
    for (const page of pages.filter(({ access }) => access !== 'everyone')) {
      user = page.access === 'administrators' ? admin : customer;
      for (const address of addressesOf(page, SITE)) {
        if (!address.includes(only)) continue;
        const { context, tab } = await open(address, user);
        await rests(tab);
        for (const fault of [...(await misfits(tab)), ...(await mixedDirections(tab))])
          check(false, `${address} with ${name}: ${fault}`);
        if (await tab.evaluate((text) => document.body.textContent.includes(text), LONG_NAME)) named++;
        await context.close();
      }
    }
    // Whether the names are there at all: pages that leave them out would fit.
    check(
      named > 0 === chosen.names,
      `pages with ${name}: ${named} show a name of ${LONG_NAME.length} characters`,
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
