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

/** Whether the address is the one that was asked for: nobody is to go round in a circle. Fragments stay with browsers. */
export function isAlreadyThere(context: RequestContext, location: string): boolean {
  const { authority, target } = context.head;
  const address = location.split('#', 1)[0]!;
  if (address.startsWith('/')) return address === target;
  const here = `${clientScheme(context)}://${authority}${target}`;
  if (!URL.canParse(address) || !URL.canParse(here)) return address === here;
  return new URL(address).href === new URL(here).href;
}
