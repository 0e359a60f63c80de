import { clientScheme } from './client-scheme.ts';
import type { RequestContext } from './request-context.ts';

/** The page that is sent with an owner's redirect. */
export const MOVED_PAGE = Object.freeze({
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.from('This page has moved.\n'),
});

/** Adds the query after the target's own, before its fragment. */
export function withQuery(location: string, query: string): string {
  if (query === '') return location;
  const hash = location.indexOf('#');
  const address = hash < 0 ? location : location.slice(0, hash);
  const fragment = hash < 0 ? '' : location.slice(hash);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
}

/** The query of a target, without the question mark; '' without one. */
export function queryIn(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** Where a location leads, without the fragment, which browsers keep to themselves. */
interface Destination {
  /** Null: on the requested host. */
  readonly address: URL | null;
  readonly path: string;
  readonly query: string;
}

/** Base for locations without a host; never resolved. */
const NO_HOST = 'host.invalid';
const BASE = `http://${NO_HOST}`;

/** As browsers request it: dot segments resolved, characters escaped. Null: not a valid location. */
function destinationOf(location: string): Destination | null {
  if (!URL.canParse(location, BASE)) return null;
  const address = new URL(location, BASE);
  const { pathname: path, search: query } = address;
  return Object.freeze({ address: address.host === NO_HOST ? null : address, path, query });
}

/** Where an owner's redirect leads, compiled for comparison with requests, so that redirects do not loop. */
export class RedirectTarget {
  private readonly destination: Destination | null;

  constructor(location: string) {
    this.destination = destinationOf(location);
  }

  /** The path, if it is on one of these hosts; null: it leads elsewhere. */
  pathOn(hosts: readonly string[]): string | null {
    const { destination } = this;
    if (destination === null) return null;
    return destination.address === null || hosts.includes(destination.address.hostname)
      ? destination.path
      : null;
  }

  /** @param keepsQuery the request's query is appended to the target */
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
  // A request over TLS would be sent to TLS again, by us or by a browser that remembers HSTS.
  if (here.protocol === 'https:' && address.protocol === 'http:') return here.hostname === address.hostname;
  return here.origin === address.origin;
}

/** Whether the location is the one that was requested. */
export const isAlreadyThere = (context: RequestContext, location: string): boolean =>
  new RedirectTarget(location).isAsked(context, false);
