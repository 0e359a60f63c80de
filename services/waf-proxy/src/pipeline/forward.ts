import type { Socket } from 'node:net';
import {
  CERTIFICATE_REFUSED_PAGE_BYTES,
  mayRefuseCertificate,
  refusesCertificate,
} from '@palisade/edge-state';
import { joinUpgrade } from '../features/websocket/upgrade.ts';
import { IDEMPOTENT_METHODS } from '../http/methods.ts';
import type { ResponseHead } from '../http/response-head.ts';
import { releaseHeldBody } from '../request/held-body.ts';
import { respondWithVerdict } from '../request/respond.ts';
import type { ResponseHooks } from '../request/response-hooks.ts';
import type { ExchangeListener, OriginChannel } from '../upstream/origin-channel.ts';
import { ORIGIN_ERROR_STATUS, type OriginError, type OriginErrorCode } from '../upstream/origin-error.ts';
import { type BodyLength, OriginRequestHead, type SentRequestHead } from '../upstream/origin-request-head.ts';
import { ChosenOrigin } from '../upstream/origins/chosen-origin.ts';
import { PeerRequestHead } from '../upstream/peers/peer-request-head.ts';
import { PeerTimeout } from '../upstream/peers/peer-timeout.ts';
import { type ChosenPeer, isPeerAsking, takePeerAnswer } from '../upstream/peers/peers.ts';
import type { Edge, EdgeRequest } from './edge.ts';
import { ResponseRelay } from './response-relay.ts';
import { withVisitedLocation } from './visited-location.ts';

/**
 * Forwards the request to the origin and relays the response. Ends the request in every case.
 *
 * @param hooks the cache, if it wants the response
 */
export function forward(context: EdgeRequest, edge: Edge, hooks: ResponseHooks | null): void {
  new Forwarding(context, edge, hooks).start();
}

/** Maximum size of an interim response's headers; larger ones are dropped, as they are only hints. */
const MAX_HINT_BYTES = 8 * 1024;

const reasonOf = (code: OriginErrorCode) => `origin:${code}` as const;

const bytesOf = (headers: readonly string[]): number =>
  headers.reduce((bytes, text) => bytes + text.length, 0);

class Forwarding implements ExchangeListener {
  private readonly context: EdgeRequest;
  private readonly edge: Edge;
  private readonly origin: ChosenOrigin;
  private readonly relay: ResponseRelay;
  /** Whether the whole body is still in memory, so that it can be sent again. */
  private readonly repeatable: boolean;
  private readonly hooks: ResponseHooks | null;
  private readonly left = () => this.clientLeft();
  /** Another edge node that is asked instead of the origin. */
  private peer: ChosenPeer | null = null;
  private peerTimeout: PeerTimeout | null = null;
  private connection: OriginChannel | null = null;
  private withdraw: (() => void) | null = null;
  private attempts = 0;
  private repeated = false;
  private over = false;
  /** The body's beginning says whether the server refuses the edge's certificate. */
  private mayRefuse = false;

  constructor(context: EdgeRequest, edge: Edge, hooks: ResponseHooks | null) {
    this.context = context;
    this.edge = edge;
    this.hooks = hooks;
    this.origin = new ChosenOrigin(context, edge.balancer);
    this.relay = new ResponseRelay(context, edge, this, hooks);
    this.repeatable = IDEMPOTENT_METHODS.has(context.method) && context.bodyComplete;
  }

  start(): void {
    this.context.originStartedAt = performance.now();
    this.context.lifetime.whenAbandoned(this.left);
    if (this.context.peerKey !== '') this.peer = choosePeer(this.context, this.edge);
    if (this.peer !== null) this.peerTimeout = new PeerTimeout(this.edge.deadlines, () => this.peerSilent());
    this.acquire(false);
  }

  private acquire(fresh: boolean): void {
    this.attempts++;
    const attempt = this.attempts;
    const withdraw = this.edge.origins.acquire(
      this.peer?.endpoint ?? this.origin.endpoint,
      {
        holder: this.context,
        onConnection: (connection) => this.send(connection),
        onFailure: (error) => this.connectFailed(error),
      },
      fresh,
    );
    // `connect` may have called back synchronously, so that another attempt is already running.
    if (this.connection === null && !this.over && attempt === this.attempts) this.withdraw = withdraw;
  }

  private send(connection: OriginChannel): void {
    const context = this.context;
    this.withdraw = null;
    this.connection = connection;
    connection.begin(this, {
      head: this.head(),
      held: context.heldBody,
      complete: context.bodyComplete,
      timeoutMs: this.origin.timeoutMs,
    });
    if (!this.repeatable) releaseHeldBody(context);
    if (!context.bodyComplete) this.streamBody(connection);
  }

  private head(): SentRequestHead {
    const { context, edge } = this;
    if (this.peer !== null) return new PeerRequestHead(context, edge.viaName, edge.peers!.seal);
    return new OriginRequestHead(context, bodyLengthOf(context), {
      viaName: edge.viaName,
      hostHeader: this.origin.hostHeader,
      traceParent: context.trace?.forwarded(context) ?? '',
    });
  }

  private streamBody(connection: OriginChannel): void {
    const context = this.context;
    const body = context.body!;
    context.sendContinue?.();
    context.sendContinue = null;
    body.start({
      onChunk: (chunk) => {
        context.requestBytes += chunk.length;
        if (this.over || this.connection !== connection) return;
        if (!connection.write(chunk)) body.pause();
      },
      onEnd: () => {
        context.bodyComplete = true;
        if (this.over || this.connection !== connection) return;
        connection.requestComplete();
      },
    });
    body.resume();
  }

  onDrain(): void {
    if (!this.over) this.context.body?.resume();
  }

  onInformational(status: number, headers: string[]): void {
    if (this.peer !== null) {
      if (isPeerAsking(headers)) this.heardPeer(this.peer);
      return;
    }
    // We already sent 100 when the body was requested; the origin's would repeat it.
    if (status !== 100 && bytesOf(headers) <= MAX_HINT_BYTES)
      this.context.reply.informational(status, headers);
  }

  onHead(head: ResponseHead): void {
    if (this.peer === null) this.origin.answered();
    else if (takePeerAnswer(head)) this.notePeer(this.peer);
    else {
      this.connection?.abandon();
      this.askOriginInstead();
      return;
    }
    // From here on the request cannot be sent again.
    releaseHeldBody(this.context);
    this.context.originStatus = head.status;
    this.context.originDurationMs = performance.now() - this.context.originStartedAt;
    this.mayRefuse = mayRefuseCertificate(head.status) && this.peer === null && this.origin.useTls;
    this.relay.head(this.peer === null ? withVisitedLocation(head, this.context, this.origin) : head);
  }

  onBody(chunk: Buffer): void {
    if (this.mayRefuse) this.noteRefusal(chunk);
    this.relay.body(chunk);
  }

  onLull(): void {
    this.relay.lull();
  }

  onComplete(trailers: string[] | null): void {
    this.connection = null;
    this.end();
    this.relay.complete(trailers);
  }

  onUpgraded(head: ResponseHead, socket: Socket, rest: Buffer): void {
    this.connection = null;
    this.end();
    this.context.originStatus = head.status;
    this.context.originDurationMs = performance.now() - this.context.originStartedAt;
    joinUpgrade(this.context, this.edge, head, socket, rest);
  }

  onFailure(error: OriginError, safeToRepeat: boolean): void {
    this.connection = null;
    if (this.peer !== null && this.context.originStatus === 0 && !(safeToRepeat && !this.repeated)) {
      this.askOriginInstead();
      return;
    }
    if (safeToRepeat && this.repeatable && !this.repeated) {
      this.repeated = true;
      this.edge.counters.originRetries++;
      this.acquire(true);
      return;
    }
    const unanswered = this.context.originStatus === 0;
    if (unanswered) this.origin.failed();
    // The server may or may not have processed the request, so only idempotent ones are sent again.
    if (unanswered && error.code === 'reset' && this.repeatable && this.origin.another()) {
      this.edge.counters.originRetries++;
      this.acquire(false);
      return;
    }
    this.fail(error);
  }

  /** Visitors get the server's page; whoever reads the log learns what it means. */
  private noteRefusal(chunk: Buffer): void {
    this.mayRefuse = false;
    const { context } = this;
    if (
      context.reason === '' &&
      refusesCertificate(context.originStatus, chunk.toString('latin1', 0, CERTIFICATE_REFUSED_PAGE_BYTES))
    )
      context.reason = reasonOf('certificate_refused');
  }

  private heardPeer(peer: ChosenPeer): void {
    this.peerTimeout?.end();
    this.edge.peers!.reached(peer);
  }

  private peerSilent(): void {
    this.edge.peers!.unreachable(this.peer!, false);
    this.withdraw?.();
    this.withdraw = null;
    this.connection?.abandon();
    this.askOriginInstead();
  }

  private notePeer(peer: ChosenPeer): void {
    const { node } = peer;
    this.heardPeer(peer);
    this.edge.counters.peerAnswers++;
    this.context.originName = node;
    this.context.originReason = 'peer';
  }

  /** The other node is unreachable, overloaded or refuses; visitors must not notice. */
  private askOriginInstead(): void {
    this.peerTimeout?.end();
    this.connection = null;
    this.peer = null;
    this.repeated = false;
    this.edge.counters.peerFallbacks++;
    this.acquire(false);
  }

  /** Nothing was sent, so that any request may go to another server. */
  private connectFailed(error: OriginError): void {
    if (this.over) return;
    if (this.peer !== null) {
      if (error.code !== 'no_connection_free')
        this.edge.peers!.unreachable(this.peer, error.code === 'tls_failed');
      this.askOriginInstead();
      return;
    }
    if (error.code !== 'no_connection_free') this.origin.failed();
    if (!this.origin.another()) {
      this.fail(error);
      return;
    }
    this.edge.counters.originRetries++;
    this.acquire(false);
  }

  onReclaimed(): void {
    if (this.context.reason === '') this.context.reason = 'client_too_slow';
    this.context.reply.abort();
  }

  /** The relay's buffer is full. */
  pauseOrigin(): void {
    this.connection?.pause();
  }

  resumeOrigin(): void {
    this.connection?.resume();
  }

  /** Whoever stores the response now decides whether it is read to its end. */
  outliveClient(): void {
    this.context.lifetime.release(this.left);
  }

  /** A response rule ended the request; the rest of the response is not needed. */
  stopOrigin(): void {
    this.connection?.abandon();
    this.connection = null;
    this.end();
  }

  private fail(error: OriginError): void {
    if (this.over) return;
    this.end();
    this.edge.counters.originErrors++;
    this.relay.cancel();
    if (this.hooks?.takesFailure()) return;
    respondWithVerdict(this.context, {
      status: ORIGIN_ERROR_STATUS[error.code],
      action: this.context.action,
      reason: reasonOf(error.code),
    });
  }

  private clientLeft(): void {
    this.withdraw?.();
    this.connection?.abandon();
    this.connection = null;
    this.relay.cancel();
    this.hooks?.abandoned();
    this.end();
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.peerTimeout?.end();
    this.withdraw = null;
    this.outliveClient();
    releaseHeldBody(this.context);
  }
}

function choosePeer({ site, scheme, head, peerKey }: EdgeRequest, { peers }: Edge): ChosenPeer | null {
  return peers?.choose({ site: site!.origin.site, scheme, visitedHost: head.host, key: peerKey }) ?? null;
}

const NO_BODY: BodyLength = { kind: 'none' };
const UNKNOWN_LENGTH: BodyLength = { kind: 'unknown' };

function bodyLengthOf(context: EdgeRequest): BodyLength {
  if (context.body === null) return NO_BODY;
  // The parser enforces the declared length, so exactly that many bytes will arrive.
  if (context.head.contentLength !== null) return { kind: 'known', bytes: context.head.contentLength };
  return context.bodyComplete ? { kind: 'known', bytes: context.heldBytes } : UNKNOWN_LENGTH;
}
