import { hostInUrl } from '../http/host-in-url.ts';
import type { ResponseHead } from '../http/response-head.ts';
import { isAlreadyThere } from '../request/redirect-location.ts';
import type { RequestContext } from '../request/request-context.ts';

/** Redirects, and the statuses whose Location names what was created (RFC 9110, section 10.2.2). */
const HAVE_LOCATION: ReadonlySet<number> = new Set([201, 202, 301, 302, 303, 307, 308]);
const SCHEME_AND_AUTHORITY = /^(?:(https?):)?\/\/([^/?#\\]+)/i;
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);

/** How the edge addresses the origin. */
export interface OriginNames {
  readonly host: string;
  readonly port: number;
  /** Sent as Host; empty: the visited name. */
  readonly hostHeader: string;
}

/**
 * An origin that names itself in Location by the name that the edge uses for it would send visitors past the edge, or to an
 * address that they cannot reach. That name is replaced by the visited one. Unchanged: the site's own hosts, other hosts, and a
 * redirect that would then lead to the very address that was requested, since the visitor would never arrive.
 */
export function withVisitedLocation(
  head: ResponseHead,
  context: RequestContext,
  origin: OriginNames,
): ResponseHead {
  if (!HAVE_LOCATION.has(head.status)) return head;
  let headers: string[] | null = null;
  for (let index = 0; index < head.headers.length; index += 2) {
    if (head.headers[index]!.toLowerCase() !== 'location') continue;
    const location = visitedLocation(head.headers[index + 1]!, context, origin);
    if (location === null) continue;
    headers ??= [...head.headers];
    headers[index + 1] = location;
  }
  return headers === null ? head : { ...head, headers };
}

/** Null: it stays as it is. */
function visitedLocation(location: string, context: RequestContext, origin: OriginNames): string | null {
  const [before, scheme, authority] = SCHEME_AND_AUTHORITY.exec(location) ?? [];
  if (before === undefined || !namesOrigin(authority!, context, origin)) return null;
  const { head, scheme: visited } = context;
  const isUpgrade = visited === 'http' && scheme?.toLowerCase() === 'https';
  const root = isUpgrade ? `https://${head.host}` : `${visited}://${head.authority}`;
  const replaced = `${root}${location.slice(before.length)}`;
  return isAlreadyThere(context, replaced) ? null : replaced;
}

function namesOrigin(authority: string, context: RequestContext, origin: OriginNames): boolean {
  const named = addressOf(authority);
  if (named === null || context.site!.hosts.includes(named.hostname)) return false;
  const port = named.port;
  if (named.hostname === addressOf(hostInUrl(origin.host))?.hostname)
    return USUAL_PORTS.has(port) || port === String(origin.port);
  const header = origin.hostHeader === '' ? null : addressOf(hostInUrl(origin.hostHeader));
  return named.hostname === header?.hostname && (USUAL_PORTS.has(port) || port === header.port);
}

const addressOf = (authority: string): URL | null => URL.parse(`http://${authority}`);
