import { nominatedFields } from '../http/end-to-end-fields.ts';
import { HeaderKind, headerKind, passesAlways } from '../http/header-kind.ts';
import { hostInUrl } from '../http/host-in-url.ts';
import { isTraceField } from '../http/trace-parent.ts';
import { certificateFields } from '../request/client-certificate-policy.ts';
import type { HeaderChanges } from '../request/header-changes.ts';
import { leakedPasswordFields } from '../request/leaked-password.ts';
import { changesRequestHeaders, type RequestChanges } from '../request/request-changes.ts';
import type { RequestContext } from '../request/request-context.ts';
import { withoutProxyField } from '../request/trusted-proxies.ts';

/** Length of the body that is sent to the origin, as far as known. */
export type BodyLength =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly bytes: number }
  /** Its end is signalled by the channel's framing. */
  | { readonly kind: 'unknown' };

export interface ForwardedBy {
  /** This installation's name in Via. */
  viaName: string;
  /** Replaces the visited host; empty: not. */
  hostHeader: string;
  /** Our own span, in place of the client's; empty if none is recorded. */
  traceParent: string;
}

/** A request's head, for channels to write. */
export interface SentRequestHead {
  readonly method: string;
  readonly target: string;
  /** The Host that the origin is sent. */
  readonly authority: string;
  readonly bodyLength: BodyLength;
  /** Null: no upgrade. */
  readonly upgrade: 'websocket' | null;
  /** Headers that we add: [name, value, …]. */
  readonly ownFields: readonly string[];
  /** `passedFields` as HTTP/1 lines, where these are available. */
  readonly passedLines: readonly string[] | null;
  /** The client's headers that are passed on: [name, value, …], in the client's spelling. */
  passedFields(): string[];
}

/**
 * The request head for an origin, independent of the protocol that each channel writes. None of the client's framing is
 * kept, and headers that identify the client are ours alone. Values cannot contain line breaks, which both protocols'
 * parsers refuse.
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
  /** The field in which the site's proxies report visitors, which we write ourselves; null: none but the usual ones. */
  private readonly proxyField: string | null;

  constructor(context: RequestContext, bodyLength: BodyLength, by: ForwardedBy) {
    const { head, originRequest } = context;
    const authority = originRequest?.authority ?? head.authority;
    this.method = context.method;
    this.target = originRequest?.target ?? context.originTarget;
    this.authority = hostInUrl(by.hostHeader) || authority;
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
    const proxies = context.site!.trustedProxies;
    this.proxyField = proxies === null || proxies.ownField === null ? null : proxies.field;
    const isUnchanged =
      this.nominated === null &&
      originRequest === null &&
      !this.isTraced &&
      this.changes === null &&
      this.proxyField === null &&
      this.ruleChanges === null;
    this.passedLines = isUnchanged ? head.passedLines : null;
  }

  /** The client's headers that are passed on, after the owner's changes: [name, value, …], in the client's spelling. */
  passedFields(): string[] {
    const passed: string[] = [];
    const raw = this.rawHeaders;
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index]!;
      const kind = headerKind(name);
      if (!passesAlways(kind) && !(kind === HeaderKind.Underscore && this.passesUnderscores)) continue;
      if (this.nominated?.has(name.toLowerCase())) continue;
      // With our own span, the client's trace headers are dropped.
      if (this.isTraced && isTraceField(name)) continue;
      passed.push(name, raw[index + 1]!);
    }
    this.changes?.apply(passed, this.isSecure);
    if (this.ruleChanges !== null)
      for (const { request } of this.ruleChanges.headers) request?.apply(passed, this.isSecure);
    return this.proxyField === null ? passed : withoutProxyField(passed, this.proxyField);
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
  const { clientCertificates, toggles, trustedProxies } = context.site!;
  if (trustedProxies?.ownField) fields.push(trustedProxies.ownField, client.text);
  if (clientCertificates !== null)
    fields.push(...certificateFields(clientCertificates, toggles.client_certificate_forwarded, context));
  if (context.slots !== null) fields.push(...leakedPasswordFields(context));
  if (by.traceParent !== '') fields.push('traceparent', by.traceParent);
  return fields;
}

/**
 * X-Forwarded-For: what the site's own proxies report from the visitor on, or what a trusted proxy or another node reports, followed by the client. The other node itself is left
 * out: origins that count addresses from the end, or limit by the last one, would take it for the visitor.
 */
export function forwardedForOf({ connection, head, fromPeer, relayedFor }: RequestContext): string {
  if (fromPeer !== null && head.forwardedFor !== '') return head.forwardedFor;
  if (relayedFor !== '') return `${relayedFor}, ${connection.peer.text}`;
  const isRelayed = connection.peerTrusted && head.forwardedFor !== '';
  return isRelayed ? `${head.forwardedFor}, ${connection.peer.text}` : connection.peer.text;
}

/** Detects requests that return to us (RFC 9110, 7.6.3). */
export function viaOf({ head, protocol }: RequestContext, viaName: string): string {
  const own = `${protocol.slice(5)} ${viaName}`;
  return head.via === '' ? own : `${head.via}, ${own}`;
}

/** The same for proxies that remove Via (RFC 8586). */
export const cdnLoopOf = ({ head }: RequestContext, viaName: string): string =>
  head.cdnLoop === '' ? viaName : `${head.cdnLoop}, ${viaName}`;

/** Methods that send Content-Length: 0 without a body (RFC 9110, 8.6). */
const EXPECTS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Content-Length for a missing body; null: omitted. */
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
