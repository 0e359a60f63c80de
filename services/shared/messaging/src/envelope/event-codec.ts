import {
  create,
  type DescMessage,
  fromBinary,
  isMessage,
  type MessageInitShape,
  toBinary,
} from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EVENTS, type EventDefinition, type EventType, envelopeV1 } from '@palisade/contracts';
import { v7 as uuidV7 } from 'uuid';
import type {
  EncodedEvent,
  EventPayload,
  EventPosition,
  OutgoingEvent,
  ReceivedEvent,
} from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import type { EventSigner } from './event-signer.ts';

/** Larger envelopes are refused. Kafka's own default for a record is the same. */
export const MAX_ENVELOPE_BYTES = 1024 * 1024;
const MAX_KEY_LENGTH = 256;

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENTS, type);
}

/** @throws BusError `invalid_event`, `event_too_large` */
export function encodeEvent(event: OutgoingEvent, signer: EventSigner): EncodedEvent {
  if (!isEventType(event.type))
    throw new BusError('invalid_event', `unknown event type ${String(event.type)}`);
  if (event.key.length === 0 || event.key.length > MAX_KEY_LENGTH)
    throw new BusError(
      'invalid_event',
      `the key of ${event.type} must have 1 to ${MAX_KEY_LENGTH} characters`,
    );
  const definition: EventDefinition = EVENTS[event.type];
  if (!definition.producers.includes(signer.producer))
    throw new BusError('invalid_event', `${event.type} is not for ${signer.producer} to say`);
  const id = event.id ?? uuidV7();
  const unsigned = toBinary(
    envelopeV1.EnvelopeSchema,
    create(envelopeV1.EnvelopeSchema, {
      id,
      type: event.type,
      key: event.key,
      source: signer.producer,
      occurredAt: timestampFromDate(event.occurredAt ?? new Date()),
      traceparent: event.traceparent ?? '',
      payload: encodePayload(event.type, definition.schema, event.payload),
    }),
  );
  const envelope = signer.sign(definition.topic, unsigned);
  if (envelope.length > MAX_ENVELOPE_BYTES)
    throw new BusError(
      'event_too_large',
      `${event.type} takes ${envelope.length} bytes, the bus takes ${MAX_ENVELOPE_BYTES}`,
    );
  return { id, type: event.type, topic: definition.topic, key: event.key, envelope };
}

function encodePayload(
  type: EventType,
  schema: DescMessage,
  payload: MessageInitShape<DescMessage> | Uint8Array,
): Uint8Array<ArrayBuffer> {
  if (payload instanceof Uint8Array) return payload as Uint8Array<ArrayBuffer>;
  try {
    return toBinary(schema, isMessage(payload, schema) ? payload : create(schema, payload));
  } catch (error) {
    throw new BusError('invalid_event', `the payload of ${type} does not encode`, error);
  }
}

export interface DecodedEnvelope {
  id: string;
  /** May be a type that this version does not know. */
  type: string;
  key: string;
  source: string;
  occurredAt: Date;
  traceparent: string;
  payload: Uint8Array;
}

/** @throws BusError `undecodable_event` */
export function decodeEnvelope(bytes: Uint8Array): DecodedEnvelope {
  try {
    const envelope = fromBinary(envelopeV1.EnvelopeSchema, bytes);
    return {
      id: envelope.id,
      type: envelope.type,
      key: envelope.key,
      source: envelope.source,
      occurredAt: envelope.occurredAt ? timestampDate(envelope.occurredAt) : new Date(0),
      traceparent: envelope.traceparent,
      payload: envelope.payload,
    };
  } catch (error) {
    throw new BusError('undecodable_event', 'the record is not an envelope', error);
  }
}

/**
 * The event as handlers see it. With `raw` the payload is left alone and reading it throws, so that nobody pays for
 * decoding by accident.
 *
 * @throws BusError `undecodable_event`
 */
export function toReceivedEvent<T extends EventType>(
  envelope: DecodedEnvelope & { type: T },
  position: EventPosition,
  attempt: number,
  raw: boolean,
): ReceivedEvent<T> {
  const common = {
    id: envelope.id,
    type: envelope.type,
    key: envelope.key,
    source: envelope.source,
    occurredAt: envelope.occurredAt,
    traceparent: envelope.traceparent,
    encodedPayload: envelope.payload,
    position,
    attempt,
  };
  if (raw)
    return {
      ...common,
      get payload(): EventPayload<T> {
        throw new BusError(
          'undecodable_event',
          `${envelope.type} was subscribed to raw: read encodedPayload`,
        );
      },
    };
  try {
    return {
      ...common,
      payload: fromBinary(EVENTS[envelope.type].schema, envelope.payload) as EventPayload<T>,
    };
  } catch (error) {
    throw new BusError('undecodable_event', `the payload is not a ${envelope.type}`, error);
  }
}
