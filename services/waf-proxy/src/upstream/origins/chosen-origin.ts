import type { OriginReason } from '../../request/origin-reason.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { stickyToken } from '../../request/sticky-cookie.ts';
import type { OriginEndpoint } from '../origin-connect.ts';
import { endpointOf } from './endpoints.ts';
import type { OriginBalancer } from './origin-balancer.ts';
import type { OriginGroup, OriginMember, OriginTarget } from './origin-group.ts';

interface OriginsOfSite {
  readonly origin: OriginTarget;
  /** Null: the site has only `origin`. */
  readonly origins: OriginGroup | null;
}

/** Maximum origins tried per request, as slow failures must not add up to minutes. */
const MAX_TRIED = 3;

/** The origin chosen for a request, and its outcome. */
export class ChosenOrigin {
  private readonly context: RequestContext<Site & OriginsOfSite>;
  private readonly balancer: OriginBalancer;
  private readonly group: OriginGroup | null;
  private target: OriginTarget;
  private member: OriginMember | null = null;
  private tried: OriginMember[] = [];
  private wanted = '';

  constructor(context: RequestContext<Site & OriginsOfSite>, balancer: OriginBalancer) {
    const site = context.site!;
    this.context = context;
    this.balancer = balancer;
    this.group = site.origins;
    this.target = site.origin;
    if (this.group === null) return;
    if (this.group.sticky) this.wanted = stickyToken(context.rawHeaders);
    const choice = balancer.pick(this.group, { token: this.wanted, country: this.country });
    if (choice !== null) this.take(choice.member, choice.reason);
  }

  get endpoint(): OriginEndpoint {
    return endpointOf(this.target, this.context.head.host, this.context.upgrade !== null);
  }

  get host(): string {
    return this.target.host;
  }

  get port(): number {
    return this.target.port;
  }

  get hostHeader(): string {
    return this.target.hostHeader;
  }

  get useTls(): boolean {
    return this.target.useTls;
  }

  get timeoutMs(): number {
    return this.target.timeoutMs;
  }

  answered(): void {
    if (this.group !== null && this.member !== null) this.balancer.answered(this.group, this.member);
  }

  failed(): void {
    if (this.group !== null && this.member !== null) this.balancer.failed(this.group, this.member);
  }

  /** Switches to an origin that has not failed this request. False: none is left, or too many were tried. */
  another(): boolean {
    if (this.group === null || this.member === null) return false;
    this.tried.push(this.member);
    if (this.tried.length >= MAX_TRIED) return false;
    const choice = this.balancer.pick(this.group, { token: '', country: this.country }, this.tried);
    if (choice === null) return false;
    this.take(choice.member, 'failover');
    return true;
  }

  private get country(): string {
    return this.context.country?.code ?? '';
  }

  private take(member: OriginMember, reason: OriginReason): void {
    this.member = member;
    this.target = member.target;
    this.context.originName = member.name;
    this.context.originReason = reason;
    // nosemgrep: no-timing-of-secrets -- tells which origin a visitor had, and is the visitor's own cookie
    if (this.group?.sticky) this.context.stickyToken = member.token === this.wanted ? '' : member.token;
  }
}
