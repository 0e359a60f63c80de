/** What is kept of a report: no query of a page, no line of a script, nothing that a visitor wrote. */
export interface CspReport {
  /** Of the page, in lower case. */
  documentHost: string;
  directive: string;
  /** What it refused: a host, or a word such as "inline". */
  blocked: string;
  /** The page's path, with what differs from visitor to visitor as a star. */
  page: string;
}

/** How browsers send them: one by one (CSP level 3, 5.3), or several at once (Reporting API). */
export type CspReportForm = 'csp-report' | 'reports';

/** Of one request; browsers gather those of a minute. */
const MAX_REPORTS = 20;

/** All that browsers know (CSP level 3 and its neighbours): whoever makes names up cannot make many. */
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
/** What stands in a report in place of an address (CSP level 3, 5.2). */
const WORDS: ReadonlySet<string> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
]);
/** Of an address that has no host, its scheme: "data:". */
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
/** Numbers, keys and tokens; words have fewer digits. */
const VARIES = /\d{3}|^\d+$|%/;

/** The members that each form has for the same. */
const MEMBERS = {
  'csp-report': { page: 'document-uri', directive: 'effective-directive', blocked: 'blocked-uri' },
  reports: { page: 'documentURL', directive: 'effectiveDirective', blocked: 'blockedURL' },
} as const satisfies Record<CspReportForm, object>;

/** What a browser reports; none: it is nothing of that form, or of other things. */
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
  // Some browsers leave it empty for what stands in the page.
  if (uri === '') return 'inline';
  const address = addressOf(uri);
  // With a port other than its scheme's: a policy has to name that as well.
  if (address !== null) return address.host;
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase() ?? '';
  return KNOWN_SCHEMES.has(scheme) ? `${scheme}:` : OTHER;
}

/** `/orders/4711/items` is `/orders/(a star)/items`: pages of one kind are one, and nobody's number is kept. */
function plainPage(path: string): string {
  const segments = path.split('/', MAX_SEGMENTS + 2).slice(1);
  const plain = segments
    .slice(0, MAX_SEGMENTS)
    .map((segment) => (segment.length > MAX_SEGMENT || VARIES.test(segment) ? '*' : segment));
  return `/${plain.join('/')}${segments.length > MAX_SEGMENTS ? '/...' : ''}`;
}

/** Null: it is no address of the web. */
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
