import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';

/**
 * Every queue of a service: whatever makes one has to say so here, so that operators see what waits and what failed in
 * all of them.
 */
@Injectable()
export class JobQueues {
  private readonly byName = new Map<string, Queue>();

  /** @throws Error for a name that is taken: two that are one would do each other's work */
  add(queue: Queue): void {
    if (this.byName.has(queue.name)) throw new Error(`there is a queue ${queue.name} already`);
    this.byName.set(queue.name, queue);
  }

  /** By name. */
  all(): readonly Queue[] {
    return [...this.byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }
}
