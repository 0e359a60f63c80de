import { HeaderKind, headerKind, passesAlways } from '../../http/header-kind.ts';
import { PEER_FIELD } from '../../request/from-peer.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { BodyLength, SentRequestHead } from '../origin-request-head.ts';
import { cdnLoopOf, forwardedForOf, viaOf } from '../origin-request-head.ts';
import type { PeerSeal } from './peer-seal.ts';

const NO_BODY: BodyLength = { kind: 'none' };

/**
 * The request to another edge node: as it would be for the origin, but without the owner's header changes, which that
 * node makes. It is authenticated as a whole.
 */
export class PeerRequestHead implements SentRequestHead {
  readonly method: string;
  readonly target: string;
  readonly authority: string;
  readonly bodyLength = NO_BODY;
  readonly upgrade = null;
  readonly passedLines = null;
  readonly ownFields: readonly string[];
  private readonly passed: readonly string[];

  constructor(context: RequestContext, viaName: string, seal: PeerSeal) {
    const { authority, target, rawHeaders } = context.originRequest!;
    const { siteId, toggles } = context.site!;
    const { method, scheme } = context;
    this.method = method;
    this.target = target;
    this.authority = authority;
    this.passed = passedOf(rawHeaders, toggles.pass_underscore_headers);
    const own = [
      ...['X-Forwarded-For', forwardedForOf(context)],
      ...['Via', viaOf(context, viaName), 'CDN-Loop', cdnLoopOf(context, viaName)],
    ];
    const sent = { siteId, method, scheme, target, rawHeaders: ['Host', authority, ...this.passed, ...own] };
    this.ownFields = [...own, PEER_FIELD, seal.seal(sent, context)];
  }

  passedFields(): string[] {
    return [...this.passed];
  }
}

function passedOf(rawHeaders: readonly string[], passesUnderscores: boolean): string[] {
  const passed: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const kind = headerKind(rawHeaders[index]!);
    if (passesAlways(kind) || (kind === HeaderKind.Underscore && passesUnderscores))
      passed.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return passed;
}
