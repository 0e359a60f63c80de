import type { IncomingMessage } from 'node:http';
import { DomainError } from '@palisade/nest-kit';
import { canonicalUrl } from './canonical-url.ts';

/** Where a refused request goes; its refusal is sent before the page is. */
const NOWHERE = '/';

/** Writes every request's address in its one spelling, and keeps why it was refused until that can be answered. */
export class CanonicalAddresses {
  private readonly refusals = new WeakMap<IncomingMessage, DomainError>();

  /** Before the router looks. */
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
