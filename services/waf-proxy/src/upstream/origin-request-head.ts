import { nominatedFields } from '../http/end-to-end-fields.ts';
import { HeaderKind, headerKind, passesAlways } from '../http/header-kind.ts';
import { isTraceField } from '../http/trace-parent.ts';
import { certificateFields } from '../request/client-certificate-policy.ts';
import type { HeaderChanges } from '../request/header-changes.ts';
import { leakedPasswordFields } from '../request/leaked-password.ts';
import { changesRequestHeaders, type RequestChanges } from '../request/request-changes.ts';
import type { RequestContext } from '../request/request-context.ts';

/** What is known of the length of the body that goes to the origin. */
export type BodyLength =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly bytes: number }
  /** It ends when it ends; how that is told is the channel's affair. */
  | { readonly kind: 'unknown' };

export interface ForwardedBy {
  /** How this installation names itself in Via. */
  viaName: string;
  /** Instead of the visited name, unless it is empty. */
  hostHeader: string;
  /** Our own span, in place of what the client says; empty where none is recorded. */
  traceParent: string;
}

/** A request's head, as channels write it. */
export interface SentRequestHead {
  readonly method: string;
  readonly target: string;
  /** What the origin is told as the visited host. */
  readonly authority: string;
  readonly bodyLength: BodyLength;
  /** Null: no other protocol is asked for. */
  readonly upgrade: 'websocket' | null;
  /** What we say ourselves: [name, value, …]. */
  readonly ownFields: readonly string[];
  /** The lines of `passedFields`, where they are known as HTTP/1 has them. */
  readonly passedLines: readonly string[] | null;
  /** The client's fields that concern the origin: [name, value, …], as the client has spelled them. */
  passedFields(): string[];
}

/**
 * The head of a request as an origin is to get it, whatever protocol it speaks: each channel writes it in its own.
 * Nothing of the client's framing survives, and what says who the client is comes from us alone. Values cannot hold line
 * breaks: both protocols' guards have refused those.
 */
export class OriginRequestHead implements SentRequestHead {
  readonly method: string;
  readonly target: string;
  readonly authority: string;
  readonly bodyLength: BodyLength;
  readonly upgrade: 'websocket' | null;
  readonly ownFields: readonly string[];
  readonly passedLines: readonly string[] | null;
  private readonly rawHeaders: readonly string[];
  private readonly nominated: ReadonlySet<string> | null;
  private readonly passesUnderscores: boolean;
  private readonly isTraced: boolean;
  private readonly changes: HeaderChanges | null;
  private readonly ruleChanges: RequestChanges | null;
  private readonly isSecure: boolean;

  constructor(context: RequestContext, bodyLength: BodyLength, by: ForwardedBy) {
    const { head, originRequest } = context;
    const authority = originRequest?.authority ?? head.authority;
    this.method = context.method;
    this.target = originRequest?.target ?? context.originTarget;
    this.authority = by.hostHeader || authority;
    this.bodyLength = bodyLength;
    this.upgrade = context.upgrade?.protocol ?? null;
    this.ownFields = ownFields(context, authority, by);
    this.rawHeaders = originRequest?.rawHeaders ?? context.rawHeaders;
    this.nominated = nominatedFields(head.connection);
    this.passesUnderscores = context.site!.toggles.pass_underscore_headers;
    this.isTraced = by.traceParent !== '';
    this.changes = context.site!.headers.request;
    this.ruleChanges = changesRequestHeaders(context.changes) ? context.changes : null;
    this.isSecure = context.connection.secure;
    const isUnchanged =
      this.nominated === null &&
      originRequest === null &&
      !this.isTraced &&
      this.changes === null &&
      this.ruleChanges === null;
    this.passedLines = isUnchanged ? head.passedLines : null;
  }

  /** The client's fields that concern the origin, as the owner changes them: [name, value, …], as the client has spelled them. */
  passedFields(): string[] {
    const passed: string[] = [];
    const raw = this.rawHeaders;
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index]!;
      const kind = headerKind(name);
      if (!passesAlways(kind) && !(kind === HeaderKind.Underscore && this.passesUnderscores)) continue;
      if (this.nominated?.has(name.toLowerCase())) continue;
      // Where we tell of our own span, the client's word about tracing does not go beside it.
      if (this.isTraced && isTraceField(name)) continue;
      passed.push(name, raw[index + 1]!);
    }
    this.changes?.apply(passed, this.isSecure);
    if (this.ruleChanges !== null)
      for (const { request } of this.ruleChanges.headers) request?.apply(passed, this.isSecure);
    return passed;
  }
}

function ownFields(context: RequestContext, authority: string, by: ForwardedBy): string[] {
  const { client, scheme } = context;
  const node = client.family === 4 ? client.text : `"[${client.text}]"`;
  const fields = [
    'X-Forwarded-For',
    forwardedForOf(context),
    'X-Forwarded-Proto',
    scheme,
    'X-Forwarded-Host',
    authority,
    'X-Real-IP',
    client.text,
    'Forwarded',
    `for=${node};host="${authority}";proto=${scheme}`,
    'X-Request-Id',
    context.fromPeer?.requestId ?? context.requestId,
    'Via',
    viaOf(context, by.viaName),
    'CDN-Loop',
    cdnLoopOf(context, by.viaName),
  ];
  const { clientCertificates, toggles } = context.site!;
  if (clientCertificates !== null)
    fields.push(...certificateFields(clientCertificates, toggles.client_certificate_forwarded, context));
  if (context.slots !== null) fields.push(...leakedPasswordFields(context));
  if (by.traceParent !== '') fields.push('traceparent', by.traceParent);
  return fields;
}

/**
 * Whom the request has come through: of what is said before us, a trusted proxy's or another node's word is kept. That node itself is
 * not among them: origins that count the addresses from the end, or limit by the last one, would take it for the visitor.
 */
export function forwardedForOf({ connection, head, fromPeer }: RequestContext): string {
  if (fromPeer !== null && head.forwardedFor !== '') return head.forwardedFor;
  const isRelayed = connection.peerTrusted && head.forwardedFor !== '';
  return isRelayed ? `${head.forwardedFor}, ${connection.peer.text}` : connection.peer.text;
}

/** By which a request that comes back to us is known (RFC 9110, 7.6.3). */
export function viaOf({ head, protocol }: RequestContext, viaName: string): string {
  const own = `${protocol.slice(5)} ${viaName}`;
  return head.via === '' ? own : `${head.via}, ${own}`;
}

/** And for those who take Via out (RFC 8586). */
export const cdnLoopOf = ({ head }: RequestContext, viaName: string): string =>
  head.cdnLoop === '' ? viaName : `${head.cdnLoop}, ${viaName}`;

/** Methods that say so where they have no body (RFC 9110, 8.6). */
const EXPECTS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** What Content-Length says of such a body; null: the field is left out. */
export function declaredLength(head: SentRequestHead): number | null {
  switch (head.bodyLength.kind) {
    case 'known':
      return head.bodyLength.bytes;
    case 'none':
      return EXPECTS_BODY.has(head.method) ? 0 : null;
    case 'unknown':
      return null;
  }
}
