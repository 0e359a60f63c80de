import { allowsHttp3 } from '../../request/client-tls-policy.ts';
import type { HeaderList } from '../../request/reply.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import type { Http3Offer } from '../connections/server-ports.ts';

/** How long clients may remember the offer. One that is over is withdrawn, and what does not answer is not used. */
const MAX_AGE_SECONDS = 86_400;
const DEFAULT_PORT = '443';

/**
 * Adds the Alt-Svc field for HTTP/3 (RFC 7838) to a response's fields. Clients that use HTTP/3 already do not need it.
 */
export function withAltSvc(
  fields: HeaderList,
  { protocol, head, site }: RequestContext,
  offer: Http3Offer,
): HeaderList {
  if (offer === null || protocol !== 'HTTP/2.0') return fields;
  // The site may have been served over it before.
  const isWithdrawn = offer === 'withdrawn' || (site !== null && !isServedOverHttp3(site));
  return [...fields, 'Alt-Svc', isWithdrawn ? 'clear' : offered(offer.publicPort, head.authority)];
}

const isServedOverHttp3 = ({ toggles, clientTls }: Site): boolean =>
  toggles.enable_http3 && allowsHttp3(clientTls);

function offered(publicPort: number | null, authority: string): string {
  const port = publicPort ?? /:(\d{1,5})$/.exec(authority)?.[1] ?? DEFAULT_PORT;
  return `h3=":${port}"; ma=${MAX_AGE_SECONDS}`;
}
