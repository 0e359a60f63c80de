/** Fallbacks of a directive that a policy lacks (CSP level 3, 6.8.3). Others have none. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  ...Object.fromEntries(
    [
      ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'media-src', 'object-src'],
      ...['child-src', 'manifest-src', 'prefetch-src', 'fenced-frame-src'],
    ].map((name) => [name, ['default-src']]),
  ),
};
/** Directives that take sources and fall back to nothing. */
const ALONE: ReadonlySet<string> = new Set(['default-src', 'base-uri', 'form-action', 'frame-ancestors']);
const NONE = "'none'";
const HOST = /^(?:[a-z0-9_-]+\.)+[a-z0-9_-]+(?::\d{1,5})?$/;
const SCHEMES: ReadonlySet<string> = new Set(['data:', 'blob:', 'mediastream:', 'filesystem:']);

interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

/** The reported source in a policy's syntax; null: allowing it would defeat the policy, or has no effect there. */
function sourceOf(blocked: string): string | null {
  if (blocked === 'self') return "'self'";
  if (SCHEMES.has(blocked)) return blocked;
  return HOST.test(blocked) ? blocked : null;
}

const directivesOf = (policy: string): Directive[] =>
  policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .filter(([name]) => name !== '')
    .map(([name, ...sources]) => ({ name: name!.toLowerCase(), sources }));

const textOf = (directives: readonly Directive[]): string =>
  directives.map(({ name, sources }) => [name, ...sources].join(' ')).join('; ');

const withSource = (sources: readonly string[], source: string): string[] => [
  ...sources.filter((other) => other.toLowerCase() !== NONE),
  source,
];

/**
 * A policy that lets through what was reported, and nothing else: where the directive is not in it, it begins with what holds in its
 * place. Null: nothing is to be changed, or nothing of the kind can be allowed by a source (`inline`, `eval`).
 */
export function allowSource(policy: string, directive: string, blocked: string): string | null {
  const source = sourceOf(blocked);
  const fallbacks = FALLBACKS[directive] ?? (ALONE.has(directive) ? [] : null);
  // A comma begins another policy, which has its own say.
  if (source === null || fallbacks === null || policy.includes(',')) return null;
  const directives = directivesOf(policy);
  const held = [directive, ...fallbacks]
    .map((name) => directives.find((one) => one.name === name))
    .find((found) => found !== undefined);
  // What no directive is about is allowed already.
  if (held === undefined || held.sources.includes(source)) return null;
  // `script-src` is what people write: an element's own directive is not begun for one source.
  const own =
    held.name === 'default-src' && directive !== 'default-src'
      ? directive.replace(/-(?:elem|attr)$/, '')
      : held.name;
  const sources = withSource(held.sources, source);
  return own === held.name
    ? textOf(directives.map((one) => (one === held ? { ...one, sources } : one)))
    : textOf([...directives, { name: own, sources }]);
}
