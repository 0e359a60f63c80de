import type { FairCounter } from '../../../io/shares/fair-counter.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import { EdgeAction, type Reason, type Verdict } from '../../../request/verdict.ts';

/** Interval between two bytes of an answer, ms. */
const DRIP_MS = 1_000;
/** Looks like the beginning of an answer; takes as many seconds as it has bytes. */
const PAGE = Object.freeze({
  contentType: 'text/html; charset=utf-8',
  body: Buffer.from('<!doctype html>\n<title></title>'),
});

export const TARPIT_SECONDS = (PAGE.body.length * DRIP_MS) / 1_000;

interface Dripping {
  readonly context: RequestContext;
  /** Bytes sent so far. */
  sent: number;
}

/**
 * Answers that keep programs waiting: byte by byte, for half a minute. One timer and one page serve all of them, and
 * their number is bounded with a share per client and network; a client without a place is refused at once.
 */
export class Tarpit {
  private readonly room: FairCounter;
  private readonly open = new Set<Dripping>();
  private timer: NodeJS.Timeout | null = null;
  private isClosed = false;
  private readonly intervalMs: number;

  /** @param intervalMs between two bytes; shorter in tests only */
  constructor(room: FairCounter, intervalMs = DRIP_MS) {
    this.room = room;
    this.intervalMs = intervalMs;
  }

  /** Null: no place for this client now. */
  verdict(context: RequestContext, reason: Reason): Verdict | null {
    const place = this.isClosed ? null : this.room.enter(context);
    if (place === null) return null;
    context.lifetime.whenEnded(() => this.room.leave(place));
    return {
      status: 200,
      action: EdgeAction.BOT,
      reason,
      page: PAGE,
      slowly: () => this.begin(context),
    };
  }

  /** Ends all waits, when the worker stops. */
  close(): void {
    this.isClosed = true;
    for (const dripping of [...this.open]) this.finish(dripping);
  }

  private begin(context: RequestContext): void {
    const dripping: Dripping = { context, sent: 0 };
    this.open.add(dripping);
    context.lifetime.whenEnded(() => this.forget(dripping));
    context.reply.flush();
    if (this.isClosed) this.finish(dripping);
    else this.timer ??= setInterval(() => this.drip(), this.intervalMs).unref();
  }

  private drip(): void {
    for (const dripping of [...this.open]) {
      const { context, sent } = dripping;
      if (sent + 1 >= PAGE.body.length) {
        this.finish(dripping);
        continue;
      }
      dripping.sent++;
      context.responseBytes++;
      // Back pressure is ignored: a few bytes fit into the system's buffer.
      context.reply.write(PAGE.body.subarray(sent, sent + 1));
      context.reply.flush();
    }
  }

  private finish(dripping: Dripping): void {
    const { context, sent } = dripping;
    this.forget(dripping);
    const rest = PAGE.body.subarray(sent);
    context.responseBytes += rest.length;
    context.reply.end(rest, null);
  }

  private forget(dripping: Dripping): void {
    if (!this.open.delete(dripping) || this.open.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
