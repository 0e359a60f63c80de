import { verify } from 'node:crypto';
import { EVENT_PRODUCERS, EVENTS, type EventProducer, type EventType } from '@palisade/contracts';
import type { EventPosition } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import { partitionOf } from '../contract/partition.ts';
import type { Refusal } from '../contract/refusals.ts';
import type { DecodedEnvelope } from './event-codec.ts';
import type { EventKeys } from './event-keys.ts';
import { signedText, splitSignature } from './event-signer.ts';

/**
 * Older events are refused: consumers remember for 30 days what they have had (`ProcessedEvents`), and after that a copy
 * that somebody kept would have its effect again.
 */
export const MAX_EVENT_AGE_MS = 25 * 24 * 60 * 60 * 1000;

/**
 * A producer's clock may be wrong, but an event from further ahead would be believed after it was forgotten. With the age
 * above it is less than the days that consumers remember.
 */
export const MAX_EVENT_AHEAD_MS = 2 * 24 * 60 * 60 * 1000;

type Envelope = DecodedEnvelope & { type: EventType };

/** Believes an event if its producer signed it, may say such a thing, and it stands where it belongs. */
export class EventVerifier {
  /** How many events were not believed, by reason, since the process began. */
  readonly refusals: Record<Refusal, number> = {
    unsigned: 0,
    unknown_producer: 0,
    bad_signature: 0,
    producer_not_allowed: 0,
    moved: 0,
    too_old: 0,
    ahead: 0,
  };

  private readonly keys: EventKeys;

  constructor(keys: EventKeys) {
    this.keys = keys;
  }

  /** @throws BusError `unauthentic_event` */
  check(record: Uint8Array, envelope: Envelope, position: EventPosition): void {
    const refusal = this.refusalOf(record, envelope, position);
    if (refusal === null) return;
    this.refusals[refusal]++;
    throw new BusError('unauthentic_event', `${envelope.type} of "${envelope.source}": ${refusal}`);
  }

  private refusalOf(record: Uint8Array, envelope: Envelope, position: EventPosition): Refusal | null {
    const { topic, producers } = EVENTS[envelope.type];
    const parts = splitSignature(record);
    if (parts === null) {
      if (!this.takesUnsigned()) return 'unsigned';
    } else {
      const { source } = envelope;
      if (!isProducer(source)) return 'unknown_producer';
      if (!(producers as readonly EventProducer[]).includes(source)) return 'producer_not_allowed';
      const text = signedText(topic, parts.unsigned);
      const isSigned = (this.keys.known[source] ?? []).some((key) =>
        verify(null, text, key, parts.signature),
      );
      if (!isSigned) return 'bad_signature';
    }
    if (topic !== position.topic || partitionOf(topic, envelope.key) !== position.partition) return 'moved';
    const age = Date.now() - envelope.occurredAt.getTime();
    if (age < -MAX_EVENT_AHEAD_MS) return 'ahead';
    // A time that is none has no age, and would never be too old.
    return age <= MAX_EVENT_AGE_MS ? null : 'too_old';
  }

  private takesUnsigned(): boolean {
    const until = this.keys.acceptUnsignedUntil;
    return until !== undefined && Date.now() < until.getTime();
  }
}

const isProducer = (source: string): source is EventProducer =>
  (EVENT_PRODUCERS as readonly string[]).includes(source);
