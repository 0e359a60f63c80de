import type { EncodedEvent } from '../contract/bus.ts';
import type { BusError } from '../contract/errors.ts';

/** One call of `publish` until it is confirmed or refused, which happens once. */
export class PendingPublish {
  readonly events: readonly EncodedEvent[];
  readonly bytes: number;
  readonly deadline: number;
  readonly settled: Promise<void>;
  private readonly outcome = Promise.withResolvers<void>();
  private readonly onSettled: (publish: PendingPublish) => void;
  private open = true;

  constructor(
    events: readonly EncodedEvent[],
    bytes: number,
    deadline: number,
    onSettled: (publish: PendingPublish) => void,
  ) {
    this.events = events;
    this.bytes = bytes;
    this.deadline = deadline;
    this.onSettled = onSettled;
    this.settled = this.outcome.promise;
  }

  get isOpen(): boolean {
    return this.open;
  }

  confirm(): void {
    this.settle(this.outcome.resolve);
  }

  refuse(error: BusError): void {
    this.settle(() => this.outcome.reject(error));
  }

  private settle(tell: () => void): void {
    if (!this.open) return;
    this.open = false;
    this.onSettled(this);
    tell();
  }
}
