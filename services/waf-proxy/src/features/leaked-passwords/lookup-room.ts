import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';

/** Maximum wait of a sign-in, ms. */
export const LOOKUP_TIMEOUT_MS = 1_000;

/** 'busy': the client has too many lookups running; null: there was no capacity, or no answer in time. */
export type Lookup<T> = T | null | 'busy';

interface Question {
  begin(): void;
}

/**
 * Bounds lookups in a list of leaked passwords, wherever it is: a maximum at once with a share per client and site, and
 * a time limit. Reads from a failing disk cannot be cancelled, so only a few run at a time, or they would occupy all of
 * a worker's threads.
 */
export class LookupRoom {
  private readonly room: FairCounter;
  private readonly most: number;
  private readonly timeoutMs: number | null;
  private readonly waiting = new Set<Question>();
  private running = 0;
  /** Running reads whose request has ended. */
  private late = 0;

  /**
   * @param disk how many reads run at once while others queue, and how long anybody waits; null: lookups end in time by
   * themselves
   */
  constructor(room: FairCounter, disk: { most: number; timeoutMs: number } | null) {
    this.room = room;
    this.most = disk?.most ?? Number.POSITIVE_INFINITY;
    this.timeoutMs = disk?.timeoutMs ?? null;
  }

  /** @param question never rejects */
  async ask<T>(holder: Holder, question: () => Promise<T | null>): Promise<Lookup<T>> {
    if (this.late >= this.most) return null;
    const place = this.room.enter(holder);
    // Other clients use up the capacity: the list does not answer, but this client is not at fault.
    if (place === null)
      return this.room.pressureOf({ client: holder.client, site: null }) > 0 ? 'busy' : null;
    const answer = await new Promise<T | null>((resolve) => {
      let state: 'waits' | 'runs' | 'late' = 'waits';
      const asked: Question = {
        begin: () => {
          state = 'runs';
          this.running++;
          void question().then((found) => {
            if (timer !== null) clearTimeout(timer);
            this.running--;
            if (state === 'late') this.late--;
            this.next();
            resolve(found);
          });
        },
      };
      const giveUp = () => {
        this.waiting.delete(asked);
        if (state === 'runs') this.late++;
        state = 'late';
        resolve(null);
      };
      const timer = this.timeoutMs === null ? null : setTimeout(giveUp, this.timeoutMs);
      this.waiting.add(asked);
      this.next();
    });
    this.room.leave(place);
    return answer;
  }

  private next(): void {
    if (this.running >= this.most) return;
    for (const question of this.waiting) {
      this.waiting.delete(question);
      question.begin();
      return;
    }
  }
}
