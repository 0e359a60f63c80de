import type { Entitlements } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { field } from '../model/field.ts';
import { group, type Refusal } from '../model/group.ts';
import { without } from '../model/list-entries.ts';
import { refuse } from '../model/refuse.ts';

export const OWN_PAGE_KINDS = ['block', 'challenge', 'error', 'maintenance'] as const;
export type OwnPageKind = (typeof OWN_PAGE_KINDS)[number];

export const OWN_PAGE_LIMITS = {
  pages: 24,
  html: 64_000,
  /** Of all pages of a site together, so that two hundred versions of a configuration can be searched at once. */
  characters: 200_000,
} as const;

/** Placeholders for values of the request, in double braces. */
export const PAGE_PLACEHOLDERS = [
  'request_id',
  'site',
  'status',
  'time',
  'challenge',
  'report_form',
] as const;
export type PagePlaceholder = (typeof PAGE_PLACEHOLDERS)[number];
const CHALLENGE = '{{challenge}}';

/** A language of BCP 47, with a region or script at most. */
export const PAGE_LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;
export const PAGE_LANGUAGE_INVALID = 'Please enter a language such as "en" or "pt-BR"';

export const ownPageSchema = z
  .object({
    kind: z
      .enum(OWN_PAGE_KINDS)
      .check(
        z.describe('`block`: blocked requests; `error`: the origin does not respond, or not correctly.'),
      ),
    language: z
      .string()
      .check(
        z.trim(),
        z.regex(PAGE_LANGUAGE, PAGE_LANGUAGE_INVALID),
        z.describe(
          'Visitors get the page in their browser’s preferred language, or else the first of its kind.',
        ),
      ),
    html: z
      .string()
      .check(
        z.minLength(1, 'Please enter the page'),
        z.maxLength(
          OWN_PAGE_LIMITS.html,
          `A page has at most ${OWN_PAGE_LIMITS.html.toLocaleString('en')} characters`,
        ),
        z.describe(
          'The content of the HTML body, and styles. Scripts, forms and external resources are removed.',
        ),
      ),
  })
  .check(
    z.refine(({ kind, html }) => (kind === 'challenge') === html.includes(CHALLENGE), {
      path: ['html'],
      error: `A challenge page, and no other, says where the challenge stands: ${CHALLENGE}`,
    }),
  )
  .register(z.globalRegistry, { id: 'OwnPage' });
export type OwnPage = z.infer<typeof ownPageSchema>;

function refuseRepeated(context: z.core.ParsePayload<OwnPage[]>): void {
  const seen = new Set<string>();
  context.value.forEach(({ kind, language }, index) => {
    const key = `${kind} ${language.toLowerCase()}`;
    if (seen.has(key))
      refuse(context, 'There is another page of this kind and language', [index, 'language']);
    seen.add(key);
  });
}

/** The plan allows one page per this many custom rules, and at least one. */
const CUSTOM_RULES_EACH = 5;
export const ownPagesUnder = ({ maxCustomRules }: Pick<Entitlements, 'maxCustomRules'>): number =>
  maxCustomRules === null
    ? OWN_PAGE_LIMITS.pages
    : Math.min(Math.max(Math.floor(maxCustomRules / CUSTOM_RULES_EACH), 1), OWN_PAGE_LIMITS.pages);

type OwnPages = Record<'own_pages', OwnPage[]>;

/** Pages of the edge in the owner's words. */
export const ownPages = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    /** Replace the edge's pages; programs still get problem+json. */
    own_pages: field<OwnPage[]>({
      label: 'Own pages',
      default: [],
      schema: z.array(ownPageSchema).check(
        z.maxLength(OWN_PAGE_LIMITS.pages, `A domain has at most ${OWN_PAGE_LIMITS.pages} pages of its own`),
        z.refine(
          (pages) => pages.reduce((sum, { html }) => sum + html.length, 0) <= OWN_PAGE_LIMITS.characters,
          `The pages of a domain take at most ${OWN_PAGE_LIMITS.characters.toLocaleString('en')} characters together`,
        ),
        refuseRepeated,
      ),
      wire: null,
    }),
  },
  underPlan: (values, plan) => ({ own_pages: values.own_pages.slice(0, ownPagesUnder(plan)) }),
  beyondPlan: tooMany,
});

/** Fewer of too many can always be saved. */
function tooMany(stored: OwnPages, wanted: OwnPages, plan: Entitlements): Refusal[] {
  const most = ownPagesUnder(plan);
  if (wanted.own_pages.length <= most || without(wanted.own_pages, stored.own_pages).length === 0) return [];
  return [
    { path: 'own_pages', message: `Upgrade required: your plan includes ${most} own pages for each domain.` },
  ];
}
