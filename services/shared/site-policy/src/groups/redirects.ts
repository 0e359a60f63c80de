import type { Entitlements } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { field } from '../model/field.ts';
import { group, type Refusal } from '../model/group.ts';
import { without } from '../model/list-entries.ts';
import { pathSchema } from '../model/paths.ts';
import { refuse } from '../model/refuse.ts';

export const REDIRECT_LIMITS = {
  redirects: 2_000,
  target: 1_000,
  /** Of all redirects of a site together, so that two hundred versions of a configuration can be searched at once. */
  characters: 200_000,
} as const;

export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
export const REDIRECT_STATUS_INVALID = 'A redirect answers with 301, 302, 307 or 308';
export const REDIRECT_TARGET_INVALID =
  'Please enter a path that begins with one slash, or an address that begins with https:// or http://';
const STAR = '*';
export const REDIRECT_FROM_INVALID =
  'A star is allowed only at the end, after a slash, and a path has no "?" or "#"';

/** A path, or an address with a host. */
const TARGET = /^(?:\/(?![/\\])|https?:\/\/[A-Za-z0-9[])[\x21-\x7e]*$/;
export const isRedirectTarget = (text: string): boolean =>
  text === '/' || (TARGET.test(text) && (text.startsWith('/') || URL.canParse(text)));

const starsOf = (text: string): number => text.split(STAR).length - 1;
export const isRedirectPath = (text: string): boolean =>
  !/[?#]/.test(text) && (starsOf(text) === 0 || (starsOf(text) === 1 && text.endsWith('/*')));

/** A star in the target needs one in the path, whose match it inserts. */
export const starFits = {
  holds: ({ from, to }: { from: string; to: string }): boolean =>
    starsOf(to) === 0 || (starsOf(to) === 1 && to.endsWith(STAR) && from.endsWith(STAR)),
  else: 'A star is allowed only at the end, and only if the path ends with one, too',
} as const;

export const redirectSchema = z
  .object({
    from: pathSchema.check(
      z.refine(isRedirectPath, REDIRECT_FROM_INVALID),
      z.describe('A path, such as "/old"; "/old/*" matches all paths that begin with "/old/".'),
    ),
    to: z
      .string()
      .check(
        z.trim(),
        z.maxLength(REDIRECT_LIMITS.target, `A target has at most ${REDIRECT_LIMITS.target} characters`),
        z.refine(isRedirectTarget, REDIRECT_TARGET_INVALID),
        z.describe('A path or a URL; a "*" at the end is replaced by what the "*" of `from` matched.'),
      ),
    status: z.literal(REDIRECT_STATUSES, REDIRECT_STATUS_INVALID),
    keep_query: z.boolean().check(z.describe('Appends the request’s query to the target.')),
  })
  .check(z.refine(starFits.holds, { path: ['to'], error: starFits.else }))
  .register(z.globalRegistry, { id: 'Redirect' });
export type Redirect = z.infer<typeof redirectSchema>;

/** `%c3` is `%C3` (RFC 3986, 6.2.2.1), whichever of them an owner or a client writes. The length stays. */
const withUpperEscapes = (path: string): string =>
  path.includes('%') ? path.replace(/%[0-9a-f]{2}/gi, (written) => written.toUpperCase()) : path;

/** Whether a path is the one that this says, or below it. */
export const isFrom = (from: string, path: string): boolean =>
  from.endsWith(STAR)
    ? withUpperEscapes(path).startsWith(withUpperEscapes(from.slice(0, -1)))
    : withUpperEscapes(path) === withUpperEscapes(from);

/** Redirects by what they are about: exact paths, and beginnings by themselves. A look-up costs a step for each slash. */
export class RedirectTable<Entry extends Pick<Redirect, 'from'>> {
  private readonly exact = new Map<string, Entry>();
  /** Keyed by the text before the star. */
  private readonly prefixes = new Map<string, Entry>();
  private readonly longest: number;

  constructor(redirects: readonly Entry[]) {
    for (const entry of redirects) {
      const from = withUpperEscapes(entry.from);
      const [entries, path] = from.endsWith(STAR) ? [this.prefixes, from.slice(0, -1)] : [this.exact, from];
      if (!entries.has(path)) entries.set(path, entry);
    }
    this.longest = Math.max(0, ...[...this.prefixes.keys()].map(({ length }) => length));
  }

  /** The exact one first, then the longest beginning. */
  find(written: string): Entry | undefined {
    const path = withUpperEscapes(written);
    const exact = this.exact.get(path);
    if (exact !== undefined || this.prefixes.size === 0) return exact;
    // Beginnings end with a slash, and none is longer than the longest.
    for (let at = path.lastIndexOf('/', this.longest - 1); at >= 0; at = path.lastIndexOf('/', at - 1)) {
      const found = this.prefixes.get(path.slice(0, at + 1));
      if (found !== undefined || at === 0) return found;
    }
    return undefined;
  }
}

const SITE_ALONE = /^https?:\/\/[^/?#]*$/;
/** Browsers take this for the beginning of a URL of another host. */
const SLASHES = /^[/\\]+/;

/**
 * The target URL for a path of this redirect. The text for the star comes from a stranger: it can never name the host,
 * neither by `/old//evil.example` for "/" nor by `/old/.evil.example` for "https://new.example".
 */
export function targetOf({ from, to }: Pick<Redirect, 'from' | 'to'>, path: string): string {
  if (!to.endsWith(STAR)) return to;
  const [base, rest] = [to.slice(0, -1), path.slice(from.length - 1)];
  if (base === '/') return base + rest.replace(SLASHES, '');
  return SITE_ALONE.test(base) ? `${base}/${rest}` : base + rest;
}

/** Stands for any path below a beginning. */
const ANYTHING = 'x';

/** Each leads to one other at most: a walk that comes back to where it has been goes round for ever. */
function refuseLoops(context: z.core.ParsePayload<Redirect[]>): void {
  const redirects = context.value;
  const table = new RedirectTable(redirects.map((entry, index) => ({ ...entry, index })));
  const next = redirects.map((entry) => {
    const target = targetOf(entry, entry.from.replace(STAR, ANYTHING));
    // Other hosts are unknown.
    return target.startsWith('/') ? table.find(target.split(/[?#]/, 1)[0]!)?.index : undefined;
  });
  const walkOf = new Map<number, number>();
  redirects.forEach((_, start) => {
    for (let at: number | undefined = start; at !== undefined; at = next[at]) {
      const walk = walkOf.get(at);
      if (walk === start) {
        const { from, to } = redirects[at]!;
        refuse(context, `This redirect leads back to itself: ${from} → ${to}`, [at, 'to']);
      }
      if (walk !== undefined) return;
      walkOf.set(at, start);
    }
  });
}

function refuseRepeated(context: z.core.ParsePayload<Redirect[]>): void {
  const seen = new Set<string>();
  context.value.forEach(({ from }, index) => {
    if (seen.has(from)) refuse(context, `There is another redirect of ${from}`, [index, 'from']);
    seen.add(from);
  });
}

const charactersOf = (redirects: readonly Redirect[]): number =>
  redirects.reduce((sum, { from, to }) => sum + from.length + to.length, 0);

/** Redirects per custom rule that the plan includes. */
const PER_CUSTOM_RULE = 20;
export const redirectsUnder = ({ maxCustomRules }: Pick<Entitlements, 'maxCustomRules'>): number =>
  maxCustomRules === null
    ? REDIRECT_LIMITS.redirects
    : Math.min(maxCustomRules * PER_CUSTOM_RULE, REDIRECT_LIMITS.redirects);

type Redirects = Record<'redirects', Redirect[]>;

/** Addresses that have moved. */
export const redirects = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    /** Twenty for each custom rule that the plan includes. */
    redirects: field<Redirect[]>({
      label: 'Redirects',
      default: [],
      schema: z.array(redirectSchema).check(
        z.maxLength(REDIRECT_LIMITS.redirects, `A domain has at most ${REDIRECT_LIMITS.redirects} redirects`),
        z.refine(
          (all) => charactersOf(all) <= REDIRECT_LIMITS.characters,
          `The redirects of a domain take at most ${REDIRECT_LIMITS.characters} characters together`,
        ),
        refuseRepeated,
        refuseLoops,
        z.describe('An exact path takes precedence over a prefix, a longer prefix over a shorter one.'),
      ),
      wire: null,
    }),
  },
  underPlan: (values, plan) => ({ redirects: values.redirects.slice(0, redirectsUnder(plan)) }),
  beyondPlan: tooMany,
});

/** Fewer of too many can always be saved. */
function tooMany(stored: Redirects, wanted: Redirects, plan: Entitlements): Refusal[] {
  const most = redirectsUnder(plan);
  if (wanted.redirects.length <= most || without(wanted.redirects, stored.redirects).length === 0) return [];
  return [
    { path: 'redirects', message: `Upgrade required: your plan includes ${most} redirects for each domain.` },
  ];
}
