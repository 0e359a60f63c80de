import { DomainError, type UserId } from '@palisade/nest-kit';

/** Maximum concurrent exports of one account: one by hand, and one of a program. */
export const MAX_OF_ACCOUNT = 2;
/** Maximum concurrent exports. One that waits for its client costs a page of memory, and no database connection. */
export const MAX_EXPORTS = 60;
/** Maximum pages read concurrently; further ones wait in order, one per export. */
export const PAGES_AT_ONCE = 3;
/** When all places are taken, an export whose client has requested nothing for this long is ended. */
export const IDLE_MS = 30_000;

const RETRY_SECONDS = 10;

/** A running export. Its place is free after `end`, which may be called twice. */
export interface ExportShare {
  /** Reads a page when it is this export's turn. @throws DomainError `export_given_up` */
  page<T>(read: () => Promise<T>): Promise<T>;
  end(): void;
}

interface Running {
  userId: UserId;
  askedAt: number;
  reading: boolean;
}

/**
 * Lets every account export without waiting for others' downloads: a number of places per account, and pages read in
 * turns.
 */
export class ExportShares {
  private readonly running = new Set<Running>();
  private readonly waiting: (() => void)[] = [];
  private reading = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws DomainError `too_many_exports`, `exports_busy` */
  begin(userId: UserId): ExportShare {
    let own = 0;
    for (const share of this.running) if (share.userId === userId) own++;
    if (own >= MAX_OF_ACCOUNT) {
      const detail = `${MAX_OF_ACCOUNT} exports of your account are running. Please try again when one has ended.`;
      throw new DomainError('too_many', 'too_many_exports', detail, { retryAfter: RETRY_SECONDS });
    }
    if (this.running.size >= MAX_EXPORTS) this.makeRoom();
    const share: Running = { userId, askedAt: this.now(), reading: false };
    this.running.add(share);
    return { page: (read) => this.page(share, read), end: () => void this.running.delete(share) };
  }

  private makeRoom(): void {
    let idlest: Running | null = null;
    for (const share of this.running) {
      if (!share.reading && (idlest === null || share.askedAt < idlest.askedAt)) idlest = share;
    }
    if (idlest !== null && this.now() - idlest.askedAt >= IDLE_MS) this.running.delete(idlest);
    else {
      const detail = 'Too many exports are running. Please try again.';
      throw new DomainError('unavailable', 'exports_busy', detail, { retryAfter: RETRY_SECONDS });
    }
  }

  private async page<T>(share: Running, read: () => Promise<T>): Promise<T> {
    share.reading = true;
    if (this.reading >= PAGES_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.reading++;
    try {
      if (!this.running.has(share)) {
        const detail = 'The export was cancelled, since it was not read for too long.';
        throw new DomainError('unavailable', 'export_given_up', detail, { retryAfter: RETRY_SECONDS });
      }
      return await read();
    } finally {
      share.reading = false;
      share.askedAt = this.now();
      const next = this.waiting.shift();
      if (next === undefined) this.reading--;
      else next();
    }
  }
}
