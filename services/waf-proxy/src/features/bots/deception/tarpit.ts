import type { FairCounter } from '../../../io/shares/fair-counter.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import { EdgeAction, type Reason, type Verdict } from '../../../request/verdict.ts';

/** A byte in so many milliseconds: the answer has ended when all are out. */
const DRIP_MS = 1_000;
/** Looks like an answer that is about to come, for as many seconds as it has bytes. */
const PAGE = Object.freeze({
  contentType: 'text/html; charset=utf-8',
  body: Buffer.from('<!doctype html>\n<title></title>'),
});

export const TARPIT_SECONDS = (PAGE.body.length * DRIP_MS) / 1_000;

interface Dripping {
  readonly context: RequestContext;
  /** Bytes that are out. */
  sent: number;
}

/**
 * Answers that keep programs waiting: byte by byte, for half a minute. One timer serves all of them, the page is the same for all,
 * and how many there are has a bound with a share for each client and network: whoever gets no place is refused at once.
 */
export class Tarpit {
  private readonly room: FairCounter;
  private readonly open = new Set<Dripping>();
  private timer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(room: FairCounter) {
    this.room = room;
  }

  /** Null: there is no place for this client now. */
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

  /** The worker ends: nobody is kept waiting any longer. */
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
    else this.timer ??= setInterval(() => this.drip(), DRIP_MS).unref();
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
      // Whether it is read or not: a few bytes wait nowhere but at the system.
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
