import type { DeadLetter } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import type { Delivery } from './delivery.ts';

/** Deadline passed to handlers: somebody waits for the answer. */
const TIMEOUT_MS = 20_000;

/** Hands dead letters to the handlers that this process has for their groups. */
export class Redelivery {
  private readonly deliveries = new Map<string, Delivery>();

  add(group: string, delivery: Delivery): void {
    this.deliveries.set(group, delivery);
  }

  async redeliver({ group, position, envelope }: DeadLetter): Promise<void> {
    const delivery = this.deliveries.get(group);
    if (!delivery) throw new BusError('invalid_event', `this process handles no events of ${group}`);
    const { topic, partition } = position;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await delivery.redeliver({ position, envelope }, { group, topic, partition, signal });
  }
}
