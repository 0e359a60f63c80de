import { Injectable } from '@nestjs/common';
import { OutboxWriter, type OutgoingEvent } from '@palisade/messaging';
import type { EntityManager } from 'typeorm';

/**
 * Facts of this service on their way to the bus. They are written in the transaction that makes them true, so that
 * neither exists without the other.
 */
@Injectable()
export class EventOutbox {
  private readonly writer = new OutboxWriter('auth');

  add(manager: EntityManager, ...events: readonly OutgoingEvent[]): Promise<void> {
    return this.writer.addAll(manager, events);
  }
}
