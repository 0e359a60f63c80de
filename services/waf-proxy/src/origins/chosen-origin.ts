import type { Edge } from '../proxy/edge.ts';
import type { RequestContext } from '../proxy/request-context.ts';
import { endpointOf } from '../proxy/upstream/endpoints.ts';
import type { OriginEndpoint } from '../proxy/upstream/origin-connect.ts';
import type { OriginGroup, OriginMember, OriginTarget } from './origin-group.ts';
import { stickyToken } from './sticky-cookie.ts';

/** One request may try so many origins; a slow failure of each must not add up to minutes. */
const MAX_TRIED = 3;

/** Which origin a request goes to, and what becomes of that. */
export class ChosenOrigin {
  readonly #context: RequestContext;
  readonly #edge: Edge;
  readonly #group: OriginGroup | null;
  #target: OriginTarget;
  #member: OriginMember | null = null;
  #tried: OriginMember[] = [];
  #wanted = '';

  constructor(context: RequestContext, edge: Edge) {
    const site = context.site!;
    this.#context = context;
    this.#edge = edge;
    this.#group = site.origins;
    this.#target = site.origin;
    if (this.#group === null) return;
    if (this.#group.sticky) this.#wanted = stickyToken(context.rawHeaders);
    const member = edge.balancer.pick(this.#group, this.#wanted);
    if (member !== null) this.#take(member);
  }

  get endpoint(): OriginEndpoint {
    return endpointOf(this.#target, this.#context.head.host, this.#context.upgrade !== null);
  }

  get hostHeader(): string {
    return this.#target.hostHeader;
  }

  get timeoutMs(): number {
    return this.#target.timeoutMs;
  }

  answered(): void {
    if (this.#group !== null && this.#member !== null)
      this.#edge.balancer.answered(this.#group, this.#member);
  }

  failed(): void {
    if (this.#group !== null && this.#member !== null) this.#edge.balancer.failed(this.#group, this.#member);
  }

  /** Goes over to an origin that has not failed this request. False: there is none, or enough were tried. */
  another(): boolean {
    if (this.#group === null || this.#member === null) return false;
    this.#tried.push(this.#member);
    if (this.#tried.length >= MAX_TRIED) return false;
    const member = this.#edge.balancer.pick(this.#group, '', this.#tried);
    if (member === null) return false;
    this.#take(member);
    return true;
  }

  #take(member: OriginMember): void {
    this.#member = member;
    this.#target = member.target;
    // nosemgrep: no-timing-of-secrets -- tells which origin a visitor had, and is the visitor's own cookie
    if (this.#group?.sticky) this.#context.stickyToken = member.token === this.#wanted ? '' : member.token;
  }
}
