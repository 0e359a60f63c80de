import { clientScheme } from './client-scheme.ts';
import type { RequestContext } from './request-context.ts';

/** What stands on the page of an owner's redirect. */
export const MOVED_PAGE = Object.freeze({
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.from('This page has moved.\n'),
});

/** Behind what the target has of its own, and before its fragment. */
export function withQuery(location: string, query: string): string {
  if (query === '') return location;
  const hash = location.indexOf('#');
  const address = hash < 0 ? location : location.slice(0, hash);
  const fragment = hash < 0 ? '' : location.slice(hash);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
}

/** What stands behind the question mark of a target; '' where there is none. */
export function queryIn(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** Where an address leads. Fragments stay with browsers. */
interface Destination {
  /** Null: on the host that was asked. */
  readonly address: URL | null;
  readonly path: string;
  readonly query: string;
}

/** Names nothing: addresses without a host are resolved against it. */
const NO_HOST = 'host.invalid';
const BASE = `http://${NO_HOST}`;

/** As browsers ask for it: without dot segments, and with escapes of what they escape. Null: it is no address. */
function destinationOf(location: string): Destination | null {
  if (!URL.canParse(location, BASE)) return null;
  const address = new URL(location, BASE);
  const { pathname: path, search: query } = address;
  return Object.freeze({ address: address.host === NO_HOST ? null : address, path, query });
}

/** Where a redirect of the owner leads, ready to be compared with what is asked for: nobody is to go round in a circle. */
export class RedirectTarget {
  private readonly destination: Destination | null;

  constructor(location: string) {
    this.destination = destinationOf(location);
  }

  /** Where it is on one of these hosts; null: elsewhere. */
  pathOn(hosts: readonly string[]): string | null {
    const { destination } = this;
    if (destination === null) return null;
    return destination.address === null || hosts.includes(destination.address.hostname)
      ? destination.path
      : null;
  }

  /** @param keepsQuery what was asked for behind the question mark is put behind the target */
  isAsked(context: RequestContext, keepsQuery: boolean): boolean {
    const { destination } = this;
    const { authority, target } = context.head;
    const asked = `${clientScheme(context)}://${authority}${target}`;
    if (destination === null || !URL.canParse(asked)) return false;
    const here = new URL(asked);
    if (here.pathname !== destination.path || !isOnHost(here, destination.address)) return false;
    return here.search === destination.query || (keepsQuery && destination.query === '');
  }
}

function isOnHost(here: URL, address: URL | null): boolean {
  if (address === null) return true;
  // Whoever came by TLS is sent there again, by us or by a browser that remembers that the site wants it.
  if (here.protocol === 'https:' && address.protocol === 'http:') return here.hostname === address.hostname;
  return here.origin === address.origin;
}

/** Whether the address is the one that was asked for. */
export const isAlreadyThere = (context: RequestContext, location: string): boolean =>
  new RedirectTarget(location).isAsked(context, false);
