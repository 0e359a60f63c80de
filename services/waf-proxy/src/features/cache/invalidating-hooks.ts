import { valuesOf } from '../../http/header-lines.ts';
import type { ResponseHead } from '../../http/response-head.ts';
import type { BodyTaker, ResponseHooks } from '../../request/response-hooks.ts';
import { cacheKeyOf } from './cache-key.ts';
import type { CacheRequest, CacheServices } from './cache-services.ts';

/** For requests that may have changed something: invalidates what is stored for their address. */
export class InvalidatingHooks implements ResponseHooks {
  private readonly context: CacheRequest;
  private readonly edge: CacheServices;

  constructor(context: CacheRequest, edge: CacheServices) {
    this.context = context;
    this.edge = edge;
  }

  bind(): void {
    // No back pressure.
  }

  takesHead(head: ResponseHead): boolean {
    // An error has changed nothing (RFC 9111, 4.4).
    if (head.status >= 200 && head.status < 400) {
      const target = this.context.originTarget;
      this.invalidate(target);
      for (const name of ['location', 'content-location']) {
        for (const value of valuesOf(head.headers, name)) this.invalidateNamed(value, target);
      }
    }
    return false;
  }

  store(): BodyTaker | null {
    return null;
  }

  takesFailure(): boolean {
    return false;
  }

  refused(): void {
    // The origin has processed the request nevertheless.
  }

  abandoned(): void {
    // The effect is as unknown as after a failure.
  }

  /** Only within the same scheme and authority, so that sites cannot invalidate each other's entries. */
  private invalidateNamed(reference: string, base: string): void {
    const { scheme, head } = this.context;
    const here = `${scheme}://${head.authority}`;
    if (!URL.canParse(reference, here + base)) return;
    const url = new URL(reference, here + base);
    if (url.origin === new URL(here).origin) this.invalidate(url.pathname + url.search);
  }

  private invalidate(target: string): void {
    const { site, scheme, head } = this.context;
    const parts = { siteId: site!.siteId, scheme, authority: head.authority, target };
    const key = cacheKeyOf(parts, site!.cache!.ignoredQueryParameters);
    if (key !== null) this.edge.invalidate(key.key);
  }
}
