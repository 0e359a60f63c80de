import { DomainError, type UserId } from '@palisade/nest-kit';

/**
 * Maximum concurrent streams of one account: browsers keep them only for visible pages, so these are a person's
 * windows.
 */
export const MAX_OF_ACCOUNT = 8;
/**
 * Maximum concurrent streams of one instance. Each costs a timer and a connection; queries are shared by streams that
 * show the same.
 */
export const MAX_STREAMS = 2_000;

const RETRY_SECONDS = 30;

/** Open streams; a place is free after `end`, which may be called twice. */
export class LiveStreams {
  private readonly perAccount = new Map<UserId, number>();
  private open = 0;
  private readonly most: number;

  /** @param most streams of this instance */
  constructor(most = MAX_STREAMS) {
    this.most = most;
  }

  /** @throws DomainError `too_many_streams`, `streams_busy` */
  begin(userId: UserId): { end: () => void } {
    const own = this.perAccount.get(userId) ?? 0;
    if (own >= MAX_OF_ACCOUNT) {
      const detail = `${MAX_OF_ACCOUNT} live views of your account are open. Close one or retry later.`;
      throw new DomainError('too_many', 'too_many_streams', detail, { retryAfter: RETRY_SECONDS });
    }
    if (this.open >= this.most) {
      const detail = 'Too many live views are open. Please try again later.';
      throw new DomainError('unavailable', 'streams_busy', detail, { retryAfter: RETRY_SECONDS });
    }
    this.open++;
    this.perAccount.set(userId, own + 1);
    let ended = false;
    return {
      end: () => {
        if (ended) return;
        ended = true;
        this.open--;
        const left = (this.perAccount.get(userId) ?? 1) - 1;
        if (left === 0) this.perAccount.delete(userId);
        else this.perAccount.set(userId, left);
      },
    };
  }
}
