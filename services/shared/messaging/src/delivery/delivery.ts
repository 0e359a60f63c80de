// From stored records to handler calls, the same for every bus:
//
//   records ─▶ decode, verify ─▶ runs (neighbours of one batch type; single events alone) ─▶ attempts ─▶ acknowledge
//                    │                                                                         │
//                    └── undecodable, unauthentic ──▶ dead letter ◀── failed too often ────────┘
//
// Strictly one run after the other, so that the acknowledged position never passes an event that is not done with.
import type { EventType } from '@palisade/contracts';
import type {
  BatchRegistration,
  BusLogger,
  DeliveryContext,
  EventPosition,
  ReceivedEvent,
  Registrations,
  RetryPolicy,
  SingleRegistration,
} from '../contract/bus.ts';
import { BusError, EventRefusedError } from '../contract/errors.ts';
import {
  type DecodedEnvelope,
  decodeEnvelope,
  isEventType,
  toReceivedEvent,
} from '../envelope/event-codec.ts';
import type { EventVerifier } from '../envelope/event-verifier.ts';
import { backOff, pause } from './pause.ts';
import { isTransient } from './transient.ts';

export interface StoredRecord {
  position: EventPosition;
  /** Empty if the record has no envelope at all, or one that is too large to be read. */
  envelope: Uint8Array;
  /** How many bytes it has, where these are more than the bus takes. */
  oversize?: number;
}

export interface DeadRecord {
  record: StoredRecord;
  eventId: string;
  eventType: string;
  reason: string;
  attempts: number;
}

/** The bus's operations for delivering one partition's records. */
export interface DeliverySink {
  /** Whether this instance still owns the partition. May wait while that is being found out. */
  mayProceed(): Promise<boolean>;
  /** Everything up to and with the record is done with. */
  advance(record: StoredRecord): void;
  /** Resolves when everything that was advanced is acknowledged; false if the partition is lost. */
  flush(): Promise<boolean>;
  /** Stores the dead letter and advances past it; false if the partition is lost. */
  deadLetter(dead: DeadRecord): Promise<boolean>;
}

export interface DeliveryOptions {
  registrations: Registrations;
  verifier: EventVerifier;
  retry: RetryPolicy;
  logger: BusLogger;
}

export const DEFAULT_RETRY: RetryPolicy = { maxAttempts: 10, firstDelayMs: 100, maxDelayMs: 10_000 };

/** A batch that failed so often is taken apart, so that one poisonous event does not take its neighbours with it. */
const BATCH_ATTEMPTS_BEFORE_SPLIT = 2;
const MAX_REASON_LENGTH = 2000;

type AnyRegistration = SingleRegistration<EventType> | BatchRegistration<EventType>;
type MutableEvent = { -readonly [K in keyof ReceivedEvent]: ReceivedEvent[K] };

interface DeliveredEvent {
  record: StoredRecord;
  event: MutableEvent;
}

interface Run {
  registration: AnyRegistration;
  items: DeliveredEvent[];
}

type Step =
  | { kind: 'run'; run: Run }
  | { kind: 'skip'; record: StoredRecord }
  | { kind: 'dead'; dead: DeadRecord };

type Outcome = 'done' | 'stopped' | { failed: unknown; attempts: number };

export class Delivery {
  private readonly options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  /**
   * Resolves true when all records are done with, false when the partition was lost or stopped before that.
   * With `careful` every event is handled alone and acknowledged before the next, so that a crash points at its cause.
   */
  async deliver(
    records: readonly StoredRecord[],
    context: DeliveryContext,
    sink: DeliverySink,
    careful: boolean,
  ): Promise<boolean> {
    for (const step of this.plan(records, careful)) {
      if (context.signal.aborted || !(await this.perform(step, context, sink))) return false;
      if (careful && !(await sink.flush())) return false;
    }
    return true;
  }

  /** One event once more, alone and once, out of its turn. Rejects with what its handler throws. */
  async redeliver(record: StoredRecord, context: DeliveryContext): Promise<void> {
    const step = this.classify(record);
    switch (step.kind) {
      case 'skip':
        throw new BusError('invalid_event', 'nothing here handles events of this type');
      case 'dead':
        throw new BusError('undecodable_event', step.dead.reason);
      case 'event': {
        const { registration, event } = step;
        return await call({ registration, items: [{ record, event }] }, context);
      }
    }
  }

  private *plan(records: readonly StoredRecord[], careful: boolean): Generator<Step> {
    let run: Run | undefined;
    for (const record of records) {
      const step = this.classify(record);
      if (step.kind !== 'event') {
        if (run) yield { kind: 'run', run };
        run = undefined;
        yield step;
        continue;
      }
      const limit = careful || step.registration.mode === 'single' ? 1 : step.registration.maxEvents;
      if (run && (run.registration !== step.registration || run.items.length >= limit)) {
        yield { kind: 'run', run };
        run = undefined;
      }
      run ??= { registration: step.registration, items: [] };
      run.items.push({ record, event: step.event });
    }
    if (run) yield { kind: 'run', run };
  }

  private classify(
    record: StoredRecord,
  ): Exclude<Step, { kind: 'run' }> | { kind: 'event'; registration: AnyRegistration; event: MutableEvent } {
    let envelope: DecodedEnvelope | undefined;
    try {
      if (record.oversize !== undefined)
        throw new BusError('event_too_large', `the record has ${record.oversize} bytes`);
      envelope = decodeEnvelope(record.envelope);
      if (!isEventType(envelope.type)) return { kind: 'skip', record };
      const registration = this.options.registrations[envelope.type] as AnyRegistration | undefined;
      if (!registration) return { kind: 'skip', record };
      this.options.verifier.check(record.envelope, { ...envelope, type: envelope.type }, record.position);
      const raw = registration.mode === 'batch' && registration.raw === true;
      const event = toReceivedEvent({ ...envelope, type: envelope.type }, record.position, 1, raw);
      return { kind: 'event', registration, event };
    } catch (error) {
      return { kind: 'dead', dead: deadRecord(record, envelope, error, 1) };
    }
  }

  private async perform(step: Step, context: DeliveryContext, sink: DeliverySink): Promise<boolean> {
    switch (step.kind) {
      case 'skip':
        sink.advance(step.record);
        return true;
      case 'dead':
        return await this.bury(step.dead, context, sink);
      case 'run':
        return await this.performRun(step.run, context, sink);
    }
  }

  private async performRun(run: Run, context: DeliveryContext, sink: DeliverySink): Promise<boolean> {
    const alone = run.items.length === 1;
    const outcome = await this.attempt(
      run,
      alone ? this.options.retry.maxAttempts : BATCH_ATTEMPTS_BEFORE_SPLIT,
      context,
      sink,
    );
    if (outcome === 'stopped') return false;
    if (outcome === 'done') {
      sink.advance(run.items.at(-1)!.record);
      return true;
    }
    if (alone) {
      const { record, event } = run.items[0]!;
      return await this.bury(deadRecord(record, event, outcome.failed, outcome.attempts), context, sink);
    }
    for (const item of run.items) {
      if (!(await this.performRun({ registration: run.registration, items: [item] }, context, sink)))
        return false;
    }
    return true;
  }

  private async attempt(
    run: Run,
    maxAttempts: number,
    context: DeliveryContext,
    sink: DeliverySink,
  ): Promise<Outcome> {
    const { firstDelayMs, maxDelayMs } = this.options.retry;
    let counted = 0;
    for (let failures = 0; ; ) {
      if (context.signal.aborted || !(await sink.mayProceed())) return 'stopped';
      for (const item of run.items) item.event.attempt = failures + 1;
      try {
        await call(run, context);
        // A handler that ends after the partition was lost has done no harm, but it is not ours to acknowledge.
        return context.signal.aborted && !(await sink.mayProceed()) ? 'stopped' : 'done';
      } catch (error) {
        failures++;
        if (error instanceof EventRefusedError && run.items.length === 1) {
          this.options.verifier.refusals.producer_not_allowed++;
          return { failed: error, attempts: failures };
        }
        const transient = isTransient(error);
        if (!transient) counted++;
        this.logFailure(run, context, error, failures, transient);
        if (counted >= maxAttempts) return { failed: error, attempts: failures };
        await pause(backOff(failures, firstDelayMs, maxDelayMs), context.signal);
      }
    }
  }

  private logFailure(
    run: Run,
    context: DeliveryContext,
    error: unknown,
    failures: number,
    transient: boolean,
  ): void {
    this.options.logger.warn('event handler failed, will try again', {
      group: context.group,
      type: run.items[0]!.event.type,
      events: run.items.length,
      firstId: run.items[0]!.event.id,
      failures,
      transient,
      error: describe(error),
    });
  }

  private async bury(dead: DeadRecord, context: DeliveryContext, sink: DeliverySink): Promise<boolean> {
    this.options.logger.error('event set aside as dead letter', {
      group: context.group,
      type: dead.eventType,
      id: dead.eventId,
      ...dead.record.position,
      attempts: dead.attempts,
      reason: dead.reason,
    });
    return await sink.deadLetter(dead);
  }
}

async function call({ registration, items }: Run, context: DeliveryContext): Promise<void> {
  if (registration.mode === 'single') await registration.handle(items[0]!.event as ReceivedEvent, context);
  else
    await registration.handle(
      items.map((item) => item.event as ReceivedEvent),
      context,
    );
}

export function deadRecord(
  record: StoredRecord,
  envelope: { id: string; type: string } | undefined,
  error: unknown,
  attempts: number,
): DeadRecord {
  return {
    record,
    eventId: envelope?.id ?? '',
    eventType: envelope?.type ?? '',
    reason: describe(error),
    attempts,
  };
}

function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
  return String(text).slice(0, MAX_REASON_LENGTH);
}
