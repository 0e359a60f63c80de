/** The parts of a report that are kept: no query, no line of a script, nothing that a visitor typed. */
export interface CspReport {
  /** The page's host in lower case. */
  documentHost: string;
  directive: string;
  /** What was blocked: a host, or a keyword such as "inline". */
  blocked: string;
  /** The page's path, with variable parts replaced by an asterisk. */
  page: string;
}

/** The two formats: single reports (CSP level 3, 5.3), and batches (Reporting API). */
export type CspReportForm = 'csp-report' | 'reports';

/** Maximum reports per request; browsers batch those of a minute. */
const MAX_REPORTS = 20;

/** All directives of CSP level 3 and related specifications, so that clients cannot invent names. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'fenced-frame-src',
  'prefetch-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'sandbox',
  'upgrade-insecure-requests',
  'require-trusted-types-for',
  'trusted-types',
]);
/** Keywords in place of an address (CSP level 3, 5.2). */
const WORDS: ReadonlySet<string> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
]);
/** The scheme of an address without a host: "data:". */
const SCHEME = /^([a-z][a-z0-9+.-]{0,19})(?::|$)/i;
const KNOWN_SCHEMES: ReadonlySet<string> = new Set([
  'about',
  'blob',
  'chrome-extension',
  'data',
  'file',
  'filesystem',
  'mediastream',
  'moz-extension',
  'safari-extension',
  'safari-web-extension',
]);
const OTHER = 'other';
const MAX_HOST = 253;
const MAX_SEGMENTS = 4;
const MAX_SEGMENT = 32;
/** Numbers, ids and tokens; ordinary words have fewer digits. */
const VARIES = /\d{3}|^\d+$|%/;

/** Member names of the two formats. */
const MEMBERS = {
  'csp-report': { page: 'document-uri', directive: 'effective-directive', blocked: 'blocked-uri' },
  reports: { page: 'documentURL', directive: 'effectiveDirective', blocked: 'blockedURL' },
} as const satisfies Record<CspReportForm, object>;

/** Parses a browser's reports; empty if the body does not have that format. */
export function parseCspReports(body: string, form: CspReportForm): CspReport[] {
  const read = parsed(body);
  const entries =
    form === 'csp-report'
      ? [memberOf(read, 'csp-report')]
      : (Array.isArray(read) ? read : [])
          .slice(0, MAX_REPORTS)
          .filter((entry) => memberOf(entry, 'type') === 'csp-violation')
          .map((entry) => memberOf(entry, 'body'));
  return entries.map((entry) => reportOf(entry, form)).filter((report) => report !== null);
}

function reportOf(entry: unknown, form: CspReportForm): CspReport | null {
  const names = MEMBERS[form];
  const directive = textOf(entry, names.directive) || textOf(entry, 'violated-directive').split(' ', 1)[0]!;
  const address = addressOf(textOf(entry, names.page));
  if (!DIRECTIVES.has(directive) || address === null) return null;
  const blocked = blockedBy(textOf(entry, names.blocked));
  return { documentHost: address.hostname, directive, blocked, page: plainPage(address.pathname) };
}

function blockedBy(uri: string): string {
  if (WORDS.has(uri)) return uri;
  // Some browsers leave it empty for inline code.
  if (uri === '') return 'inline';
  const address = addressOf(uri);
  // Includes a non-default port, which a policy has to name as well.
  if (address !== null) return address.host;
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase() ?? '';
  return KNOWN_SCHEMES.has(scheme) ? `${scheme}:` : OTHER;
}

/**
 * `/orders/4711/items` becomes `/orders/(a star)/items`, so that pages of one kind are counted together, and nobody's
 * number is kept.
 */
function plainPage(path: string): string {
  const segments = path.split('/', MAX_SEGMENTS + 2).slice(1);
  const plain = segments
    .slice(0, MAX_SEGMENTS)
    .map((segment) => (segment.length > MAX_SEGMENT || VARIES.test(segment) ? '*' : segment));
  return `/${plain.join('/')}${segments.length > MAX_SEGMENTS ? '/...' : ''}`;
}

/** Null: not an http(s) address. */
function addressOf(uri: string): URL | null {
  if (!/^(?:https?|wss?):/i.test(uri) || !URL.canParse(uri)) return null;
  const address = new URL(uri);
  return address.hostname === '' || address.hostname.length > MAX_HOST ? null : address;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : '';
}
