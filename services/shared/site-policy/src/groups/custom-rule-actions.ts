import * as z from 'zod/mini';
import { pathSchema } from '../model/paths.ts';
import { headerRuleSchema } from './header-rules.ts';
import { PAGE_LANGUAGE, PAGE_LANGUAGE_INVALID } from './own-pages.ts';
import {
  isRedirectPath,
  isRedirectTarget,
  REDIRECT_FROM_INVALID,
  REDIRECT_LIMITS,
  REDIRECT_STATUS_INVALID,
  REDIRECT_STATUSES,
  REDIRECT_TARGET_INVALID,
  starFits,
} from './redirects.ts';

export const CUSTOM_RULE_ACTIONS = [
  'block',
  'challenge',
  'log',
  'skip',
  'redirect',
  'page',
  'rewrite',
  'change_headers',
  'add_to_list',
] as const;
export type CustomRuleAction = (typeof CUSTOM_RULE_ACTIONS)[number];

/** Behind rules that do these the search for one that decides goes on: a changed header opens no gap among those that block. */
export const ONGOING_ACTIONS: ReadonlySet<CustomRuleAction> = new Set([
  'log',
  'rewrite',
  'change_headers',
  'add_to_list',
]);

export const CUSTOM_RULE_ACTION_LIMITS = { headers: 10, html: 20_000 } as const;
/** Minutes that a client stays on a list: as long as a ban at most. */
export const LISTING_MINUTES = { min: 1, max: 43_200 } as const;
/** Statuses that no client takes for an instruction. */
export const PAGE_STATUSES = [200, 403, 404, 410, 429, 451, 503] as const;

/** Nothing of a request has a say in where it leads but the query, which stands behind it. */
const redirectToSchema = z
  .object({
    to: z.string().check(
      z.trim(),
      z.maxLength(REDIRECT_LIMITS.target, `A target has at most ${REDIRECT_LIMITS.target} characters`),
      z.refine((to) => isRedirectTarget(to) && !to.includes('*'), REDIRECT_TARGET_INVALID),
      z.describe('A path or a URL. Visitors who are already there are not redirected.'),
    ),
    status: z.literal(REDIRECT_STATUSES, REDIRECT_STATUS_INVALID),
    keep_query: z.boolean().check(z.describe('Appends the request’s query to the target.')),
  })
  .check(
    z.refine(({ to, keep_query }) => !keep_query || !to.includes('?'), {
      path: ['keep_query'],
      error: 'A target with a query of its own cannot keep the request’s',
    }),
  )
  .register(z.globalRegistry, { id: 'CustomRuleRedirect' });

const pageSchema = z
  .object({
    status: z.literal(PAGE_STATUSES, `A page has one of the statuses ${PAGE_STATUSES.join(', ')}`),
    language: z.string().check(z.trim(), z.regex(PAGE_LANGUAGE, PAGE_LANGUAGE_INVALID)),
    html: z.string().check(
      z.minLength(1, 'Please enter the page'),
      z.maxLength(
        CUSTOM_RULE_ACTION_LIMITS.html,
        `The page of a rule has at most ${CUSTOM_RULE_ACTION_LIMITS.html.toLocaleString('en')} characters`,
      ),
      z.refine((html) => !html.includes('{{challenge}}'), 'A challenge stands on challenge pages alone'),
      z.describe(
        'The content of the HTML body, and styles. Scripts, forms and external resources are removed. Programs get problem+json with the same status if it is 400 or higher.',
      ),
    ),
  })
  .register(z.globalRegistry, { id: 'CustomRulePage' });

const NO_PATH_TARGET = 'Please enter a path without "?" and "#"';
const rewriteSchema = z
  .object({
    from: pathSchema.check(
      z.refine(isRedirectPath, REDIRECT_FROM_INVALID),
      z.describe('A path, such as "/old"; "/old/*" matches all paths that begin with "/old/", "/*" all.'),
    ),
    to: pathSchema.check(
      z.refine((to) => isRedirectTarget(to) && !/[?#]/.test(to), NO_PATH_TARGET),
      z.describe(
        'The path that your server gets; a "*" at the end is replaced by what the "*" of `from` matched.',
      ),
    ),
  })
  .check(z.refine(starFits.holds, { path: ['to'], error: starFits.else }))
  .register(z.globalRegistry, { id: 'CustomRuleRewrite' });

const listingSchema = z
  .object({
    list: z.uuid('Please choose a list').check(z.describe('Id of a list.')),
    minutes: z
      .int(`Please enter ${LISTING_MINUTES.min} to ${LISTING_MINUTES.max} minutes`)
      .check(
        z.minimum(LISTING_MINUTES.min, `At least ${LISTING_MINUTES.min} minute`),
        z.maximum(LISTING_MINUTES.max, `At most ${LISTING_MINUTES.max.toLocaleString('en')} minutes`),
      ),
  })
  .register(z.globalRegistry, { id: 'CustomRuleListing' });

/** Further properties of actions; each belongs to one action, and rules with others lack it. */
export const actionShape = {
  redirect: z.optional(redirectToSchema),
  page: z.optional(pageSchema),
  rewrite: z.optional(rewriteSchema),
  headers: z.optional(
    z
      .array(headerRuleSchema)
      .check(
        z.minLength(1, 'Please add at least one header'),
        z.maxLength(
          CUSTOM_RULE_ACTION_LIMITS.headers,
          `At most ${CUSTOM_RULE_ACTION_LIMITS.headers} headers`,
        ),
        z.describe('The header changes of `change_headers`, in order.'),
      ),
  ),
  listing: z.optional(listingSchema),
};

export const ACTION_PARTS = {
  redirect: 'redirect',
  page: 'page',
  rewrite: 'rewrite',
  change_headers: 'headers',
  add_to_list: 'listing',
} as const satisfies Partial<Record<CustomRuleAction, keyof typeof actionShape>>;

/** The further property of an action; undefined: none. */
export const partOf = (action: CustomRuleAction): keyof typeof actionShape | undefined =>
  action in ACTION_PARTS ? ACTION_PARTS[action as keyof typeof ACTION_PARTS] : undefined;

export const PART_NAMES = Object.values(ACTION_PARTS);
