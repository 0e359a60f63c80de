import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';

/** A sign-in waits no longer. */
export const LOOKUP_TIMEOUT_MS = 1_000;

/** 'busy': whoever asks has as many questions under way as he may; null: there was no room, or no answer in time. */
export type Lookup<T> = T | null | 'busy';

interface Question {
  begin(): void;
}

/**
 * Questions to a list of leaked passwords, wherever it lies: so many at once, each client and site with its share, and none that is
 * waited for without end. What cannot be called back, as reads of a disk that is gone, is held to a few, so that they do not take
 * all threads of a worker.
 */
export class LookupRoom {
  private readonly room: FairCounter;
  private readonly most: number;
  private readonly timeoutMs: number | null;
  private readonly waiting = new Set<Question>();
  private running = 0;
  /** Of those, whom nobody waits for any more. */
  private late = 0;

  /**
   * @param disk how many questions run at once, while further ones wait for their turn, and how long anybody waits; null: each ends
   * by itself in time
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
    // What other people hold is not his doing: the list does not answer him, that is all.
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
