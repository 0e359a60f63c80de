import type { Socket } from 'node:net';
import { ChosenOrigin } from '../../origins/chosen-origin.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import type { OriginChannel } from '../upstream/origin-channel.ts';
import type { ExchangeListener } from '../upstream/origin-connection.ts';
import { ORIGIN_ERROR_STATUS, type OriginError } from '../upstream/origin-error.ts';
import { type BodyFraming, writeRequestHead } from '../upstream/request-head.ts';
import type { ResponseHead } from '../upstream/response-parser.ts';
import { releaseHeldBody } from './inspect-request.ts';
import { respondWithVerdict } from './respond.ts';
import type { ResponseHooks } from './response-hooks.ts';
import { ResponseRelay } from './response-relay.ts';
import { joinUpgrade } from './upgrade.ts';

/** Methods that may be sent twice (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const CRLF = '\r\n';
/** Without trailers: what stands there no rule has seen. */
const LAST_CHUNK = '0\r\n\r\n';

/**
 * Phase 7: hands the request to the origin and relays what comes back. Ends the request, one way or another.
 *
 * @param hooks the cache, if it wants the response.
 */
export function forward(context: RequestContext, edge: Edge, hooks: ResponseHooks | null): void {
  new Forwarding(context, edge, hooks).start();
}

class Forwarding implements ExchangeListener {
  readonly #context: RequestContext;
  readonly #edge: Edge;
  readonly #origin: ChosenOrigin;
  readonly #relay: ResponseRelay;
  #framing: BodyFraming = { kind: 'none' };
  /** The body cannot be sent a second time once a part of it is gone from memory. */
  readonly #repeatable: boolean;
  readonly #hooks: ResponseHooks | null;
  readonly #left = () => this.#clientLeft();
  #connection: OriginChannel | null = null;
  #withdraw: (() => void) | null = null;
  #attempts = 0;
  #repeated = false;
  #over = false;

  constructor(context: RequestContext, edge: Edge, hooks: ResponseHooks | null) {
    this.#context = context;
    this.#edge = edge;
    this.#hooks = hooks;
    this.#origin = new ChosenOrigin(context, edge);
    this.#relay = new ResponseRelay(context, edge, this, hooks);
    this.#repeatable = IDEMPOTENT.has(context.method) && context.bodyComplete;
  }

  start(): void {
    this.#context.originStartedAt = performance.now();
    this.#context.onClientLeft = this.#left;
    this.#acquire(false);
  }

  #acquire(fresh: boolean): void {
    this.#attempts += 1;
    const attempt = this.#attempts;
    const withdraw = this.#edge.origins.acquire(
      this.#origin.endpoint,
      {
        holder: this.#context,
        onConnection: (connection) => this.#send(connection),
        onFailure: (error) => this.#connectFailed(error),
      },
      fresh,
    );
    // It may have called back at once, and another attempt may be under way already.
    if (this.#connection === null && !this.#over && attempt === this.#attempts) this.#withdraw = withdraw;
  }

  #send(connection: OriginChannel): void {
    const context = this.#context;
    this.#withdraw = null;
    this.#connection = connection;
    this.#framing = framingFor(context, connection.framesItself);
    const { trace } = context;
    const head = writeRequestHead(
      context,
      this.#framing,
      this.#edge.viaName,
      this.#origin.hostHeader,
      trace === null ? '' : (this.#edge.tracer?.forwarded(trace, context) ?? ''),
    );
    connection.begin(this, head, this.#heldBody(), context.bodyComplete, {
      isHead: context.method === 'HEAD',
      mayUpgrade: context.upgrade !== null,
      timeoutMs: this.#origin.timeoutMs,
    });
    if (!this.#repeatable) releaseHeldBody(context);
    if (!context.bodyComplete) this.#streamBody(connection);
  }

  /** The part of the body that waited for the verdict, framed; null if there is none. */
  #heldBody(): Buffer | null {
    const { heldBody } = this.#context;
    if (this.#framing.kind !== 'chunked') {
      if (heldBody.length === 0) return null;
      return heldBody.length === 1 ? heldBody[0]! : Buffer.concat(heldBody);
    }
    const pieces: Buffer[] = heldBody.flatMap((chunk) => chunkPieces(chunk));
    return pieces.length === 0 ? null : Buffer.concat(pieces);
  }

  #streamBody(connection: OriginChannel): void {
    const context = this.#context;
    const body = context.body!;
    const chunked = this.#framing.kind === 'chunked';
    context.sendContinue?.();
    context.sendContinue = null;
    body.start({
      onChunk: (chunk) => {
        context.requestBytes += chunk.length;
        if (this.#over || this.#connection !== connection) return;
        let goOn: boolean;
        if (chunked) {
          connection.cork();
          connection.write(chunk.length.toString(16) + CRLF);
          connection.write(chunk);
          goOn = connection.write(CRLF);
          connection.uncork();
        } else goOn = connection.write(chunk);
        if (!goOn) body.pause();
      },
      onEnd: () => {
        context.bodyComplete = true;
        if (this.#over || this.#connection !== connection) return;
        if (chunked) connection.write(LAST_CHUNK);
        connection.requestComplete();
      },
    });
    body.resume();
  }

  onDrain(): void {
    if (!this.#over) this.#context.body?.resume();
  }

  onInformational(status: number, headers: string[]): void {
    // 100 was answered by us when the body was asked for; the origin's own says nothing new.
    if (status !== 100) this.#context.reply.informational(status, headers);
  }

  onHead(head: ResponseHead): void {
    this.#origin.answered();
    // It is not sent a second time from here on.
    releaseHeldBody(this.#context);
    this.#context.originStatus = head.status;
    this.#context.originDurationMs = performance.now() - this.#context.originStartedAt;
    this.#relay.head(head);
  }

  onBody(chunk: Buffer): void {
    this.#relay.body(chunk);
  }

  onLull(): void {
    this.#relay.lull();
  }

  onComplete(trailers: string[] | null): void {
    this.#connection = null;
    this.#end();
    this.#relay.complete(trailers);
  }

  onUpgraded(head: ResponseHead, socket: Socket, rest: Buffer): void {
    this.#connection = null;
    this.#end();
    this.#context.originStatus = head.status;
    this.#context.originDurationMs = performance.now() - this.#context.originStartedAt;
    joinUpgrade(this.#context, this.#edge, head, socket, rest);
  }

  onFailure(error: OriginError, safeToRepeat: boolean): void {
    this.#connection = null;
    if (safeToRepeat && this.#repeatable && !this.#repeated) {
      this.#repeated = true;
      this.#edge.counters.originRetries += 1;
      this.#acquire(true);
      return;
    }
    const unanswered = this.#context.originStatus === 0;
    if (unanswered) this.#origin.failed();
    // Whether a server that broke off has acted on the request is unknown: only what may be sent twice goes elsewhere.
    if (unanswered && error.code === 'reset' && this.#repeatable && this.#origin.another()) {
      this.#edge.counters.originRetries += 1;
      this.#acquire(false);
      return;
    }
    this.#fail(error);
  }

  /** Nothing was sent, so that any request may go to another server. */
  #connectFailed(error: OriginError): void {
    if (this.#over) return;
    if (error.code !== 'no_connection_free') this.#origin.failed();
    if (!this.#origin.another()) {
      this.#fail(error);
      return;
    }
    this.#edge.counters.originRetries += 1;
    this.#acquire(false);
  }

  onReclaimed(): void {
    if (this.#context.reason === '') this.#context.reason = 'client_too_slow';
    this.#context.reply.abort();
  }

  /** The relay cannot take more for now, or again. */
  pauseOrigin(): void {
    this.#connection?.pause();
  }

  resumeOrigin(): void {
    this.#connection?.resume();
  }

  /** The relay has ended the request by itself (a response rule): the rest of the response is not wanted. */
  stopOrigin(): void {
    this.#connection?.abandon();
    this.#connection = null;
    this.#end();
  }

  #fail(error: OriginError): void {
    if (this.#over) return;
    this.#end();
    this.#edge.counters.originErrors += 1;
    this.#relay.cancel();
    if (this.#hooks?.takesFailure()) return;
    respondWithVerdict(this.#context, {
      status: ORIGIN_ERROR_STATUS[error.code],
      action: this.#context.action,
      reason: `origin:${error.code}`,
    });
  }

  #clientLeft(): void {
    this.#withdraw?.();
    this.#connection?.abandon();
    this.#connection = null;
    this.#relay.cancel();
    this.#hooks?.abandoned();
    this.#end();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#withdraw = null;
    // Who serves the response by now has put its own there.
    if (this.#context.onClientLeft === this.#left) this.#context.onClientLeft = null;
    releaseHeldBody(this.#context);
  }
}

function framingFor(context: RequestContext, framesItself: boolean): BodyFraming {
  if (context.body === null) return { kind: 'none' };
  // The declared length was enforced by the parser in front, so it is exactly what will arrive.
  if (context.head.contentLength !== null) return { kind: 'length', bytes: context.head.contentLength };
  if (context.bodyComplete) return { kind: 'length', bytes: context.heldBytes };
  return { kind: framesItself ? 'frames' : 'chunked' };
}

function chunkPieces(chunk: Buffer): Buffer[] {
  return [Buffer.from(chunk.length.toString(16) + CRLF, 'latin1'), chunk, Buffer.from(CRLF, 'latin1')];
}
