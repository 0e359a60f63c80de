import type { IncomingMessage } from 'node:http';
import { DomainError } from '@palisade/nest-kit';
import { canonicalUrl } from './canonical-url.ts';

/** Route of refused requests, whose error is sent before the page would be. */
const NOWHERE = '/';

/** Rewrites every request's URL to its canonical form, and remembers why one was refused. */
export class CanonicalAddresses {
  private readonly refusals = new WeakMap<IncomingMessage, DomainError>();

  /** To be called before routing. */
  rewrite(request: IncomingMessage): string {
    const canonical = canonicalUrl(request.url ?? '');
    if (canonical.ok) return canonical.path + canonical.query;
    this.refusals.set(request, new DomainError('invalid', 'ambiguous_path', canonical.why));
    return NOWHERE;
  }

  refusalOf(request: IncomingMessage): DomainError | null {
    return this.refusals.get(request) ?? null;
  }
}
