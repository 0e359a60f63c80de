import type { SharedCount } from '../limits/rate-limiter.ts';
import type { ToSupervisor } from '../supervisor/messages.ts';

const ANSWER_MS = 100;
/** Further questions go unasked, and local counts decide: a flood must not become a flood of messages. */
const MAX_OPEN = 2_000;

/** Asks the supervisor for what other workers and nodes have counted. Never waits longer than a tenth of a second. */
export class SharedCounts {
  readonly #send: (message: ToSupervisor) => void;
  readonly #open = new Map<number, { resolve(elsewhere: number | null): void; timer: NodeJS.Timeout }>();
  #nextId = 1;

  constructor(send: (message: ToSupervisor) => void) {
    this.#send = send;
  }

  readonly ask: SharedCount = (siteId, client, window, own) => {
    if (this.#open.size >= MAX_OPEN) return Promise.resolve(null);
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer(id, null), ANSWER_MS);
      this.#open.set(id, { resolve, timer });
      this.#send({ type: 'count', id, siteId, client, window, own });
    });
  };

  answer(id: number, elsewhere: number | null): void {
    const question = this.#open.get(id);
    if (question === undefined) return;
    this.#open.delete(id);
    clearTimeout(question.timer);
    question.resolve(elsewhere);
  }
}
