import type { EventType } from '@palisade/contracts';
import type { EntityManager } from 'typeorm';
import type { OutgoingEvent } from '../contract/bus.ts';
import { encodeEvent } from '../envelope/event-codec.ts';
import type { EventSigner } from '../envelope/event-signer.ts';

/** The part of TypeORM's EntityManager that is needed, so that a QueryRunner or a plain client can be passed as well. */
export type SqlExecutor = Pick<EntityManager, 'query'>;

export type EventFacts<T extends EventType> = Pick<
  Extract<OutgoingEvent, { type: T }>,
  'id' | 'occurredAt' | 'traceparent'
>;

/** Adds events as part of a trace: what is added under that `traceparent` is found to come of it. */
export type InTrace = (
  types: readonly EventType[],
  add: (traceparent: string | undefined) => Promise<void>,
) => Promise<void>;

/** The channel on which the relay of a schema hears of new events. */
export const CHANNEL_PREFIX = 'outbox_';

/**
 * Leaves events in the caller's transaction: they are published if and only if it commits.
 *
 * Events of one key are published in the order in which they were added. Two transactions that add events of the same
 * key must not do so at the same time; since a key is an aggregate, both hold its row locked anyway.
 */
export class OutboxWriter {
  private readonly signer: EventSigner;
  private readonly inTrace: InTrace;

  /**
   * @param signer the service, as named in the envelopes. They are signed here and not on their way to the bus: a row
   * that somebody else wrote into the table is no event
   * @param inTrace the trace of events that are added without one
   */
  constructor(signer: EventSigner, inTrace: InTrace = (_types, add) => add(undefined)) {
    this.signer = signer;
    this.inTrace = inTrace;
  }

  /** @throws BusError `invalid_event`, `event_too_large` */
  async add<T extends EventType>(
    manager: SqlExecutor,
    type: T,
    key: string,
    payload: Extract<OutgoingEvent, { type: T }>['payload'],
    facts: EventFacts<T> = {},
  ): Promise<void> {
    await this.addAll(manager, [{ ...facts, type, key, payload } as OutgoingEvent]);
  }

  /** @throws BusError `invalid_event`, `event_too_large` */
  async addAll(manager: SqlExecutor, events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    const types = events.map(({ type }) => type);
    await this.inTrace(types, (traceparent) => this.insert(manager, events, traceparent));
  }

  private async insert(
    manager: SqlExecutor,
    events: readonly OutgoingEvent[],
    traceparent: string | undefined,
  ): Promise<void> {
    const encoded = events.map((event) =>
      encodeEvent(traceparent === undefined ? event : { traceparent, ...event }, this.signer),
    );
    await manager.query(
      `INSERT INTO outbox (event_id, event_type, topic, event_key, envelope)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[])`,
      [
        encoded.map((event) => event.id),
        encoded.map((event) => event.type),
        encoded.map((event) => event.topic),
        encoded.map((event) => event.key),
        encoded.map((event) => Buffer.from(event.envelope)),
      ],
    );
    await manager.query(`SELECT pg_notify('${CHANNEL_PREFIX}' || current_schema(), '')`);
  }
}
