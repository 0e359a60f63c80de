import { Logger } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { EVENTS, type EventType } from '@palisade/contracts';
import { inSpanOf, inSpanOfMany, type NewSpan } from '@palisade/nest-kit';
import { defaultIfEmpty, lastValueFrom } from 'rxjs';
import type {
  DeliveryContext,
  EventBus,
  ReceivedEvent,
  Registrations,
  RetryPolicy,
  Subscription,
} from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import { isEventType } from '../envelope/event-codec.ts';
import type { ProcessedEvents } from '../outbox/processed-events.ts';
import type { BusMetrics } from './bus-metrics.ts';
import { EventContext } from './event-context.ts';
import { type BatchExtras, EVENTS_TRANSPORT, type SingleExtras } from './on-event.ts';
import { messagingAttributes } from './publishing-spans.ts';

export interface EventsServerOptions {
  bus: EventBus;
  /** The service's name. */
  group: string;
  retry?: Partial<RetryPolicy>;
  metrics?: Pick<BusMetrics, 'watch' | 'handled'>;
  /** The service's record of handled events; handlers without ordering of their own require it. */
  processed?: Pick<ProcessedEvents, 'once'>;
}

/**
 * Nest's transport for the bus: every `@OnEvent`, `@OnEventBatch` or plain `@EventPattern` handler becomes a
 * registration of one subscription. Handlers do not depend on the kind of bus.
 *
 * Errors of plain `@EventPattern` handlers arrive here without their cause, so that even a lost database counts towards
 * making the event poison; `@OnEvent` preserves them.
 */
export class EventsServer extends Server implements CustomTransportStrategy {
  override readonly transportId = EVENTS_TRANSPORT;
  override readonly propagatesEventHandlerErrors = true;
  private readonly log = new Logger(EventsServer.name);
  private readonly options: EventsServerOptions;
  private subscription: Subscription | undefined;

  constructor(options: EventsServerOptions) {
    super();
    this.options = options;
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      const registrations = this.registrations();
      if (Object.keys(registrations).length > 0) {
        const { bus, group, retry, metrics } = this.options;
        metrics?.watch(group, Object.keys(registrations) as EventType[]);
        this.subscription = await bus.subscribe({ group, registrations, ...(retry && { retry }) });
      }
      callback();
    } catch (error) {
      callback(error);
    }
  }

  async close(): Promise<void> {
    await this.subscription?.stop();
  }

  on(): never {
    throw new BusError('bus_closed', 'the events server has no events of its own');
  }

  unwrap<T>(): T {
    return this.options.bus as T;
  }

  /** Resolves when this instance holds its share of the partitions. */
  async ready(): Promise<void> {
    await this.subscription?.ready();
  }

  private registrations(): Registrations {
    const entries = [...this.messageHandlers].map(([pattern, handler]) => {
      if (!isEventType(pattern) || handler.isEventHandler !== true)
        throw new BusError(
          'invalid_event',
          `${pattern} is not an event of the registry (${Object.keys(EVENTS).length} known)`,
        );
      return [pattern, this.registration(pattern, handler)] as const;
    });
    return Object.fromEntries(entries) as Registrations;
  }

  private registration(type: EventType, handler: MessageHandler) {
    const batch = handler.extras?.batch as BatchExtras | undefined;
    if (!batch) return { mode: 'single' as const, handle: this.single(type, handler) };
    if (handler.next)
      throw new BusError('invalid_event', `${type}: a batch handler must be the only one of its type`);
    return {
      mode: 'batch' as const,
      maxEvents: batch.maxEvents,
      raw: batch.raw,
      // Events of a batch come of many requests.
      handle: (events: readonly ReceivedEvent[], context: DeliveryContext) =>
        inSpanOfMany(
          events.map(({ traceparent }) => traceparent),
          this.spanOf(type, context, { 'messaging.batch.message_count': events.length }),
          () => this.invoke(type, handler, events, new EventContext([events, context])),
        ),
    };
  }

  private single(type: EventType, handler: MessageHandler) {
    const handle = (event: ReceivedEvent, context: DeliveryContext) =>
      this.invoke(type, handler, event.payload, new EventContext([[event], context]));
    const traced =
      (work: (event: ReceivedEvent, context: DeliveryContext) => Promise<void>) =>
      (event: ReceivedEvent, context: DeliveryContext) =>
        inSpanOf(event.traceparent, this.spanOf(type, context, { 'messaging.message.id': event.id }), () =>
          work(event, context),
        );
    if ((handler.extras?.single as SingleExtras | undefined)?.idempotent === true) return traced(handle);
    const { processed } = this.options;
    if (!processed)
      throw new BusError(
        'invalid_event',
        `${type}: a copy of it would be handled again; remember events in a database`,
      );
    return traced(async (event, context) => {
      await processed.once(event, () => handle(event, context));
    });
  }

  private spanOf(
    type: EventType,
    { topic, partition }: DeliveryContext,
    more: NewSpan['attributes'],
  ): NewSpan {
    return {
      kind: 'consumer',
      name: `process ${type}`,
      attributes: {
        ...messagingAttributes('process', type),
        'messaging.consumer.group.name': this.options.group,
        'messaging.destination.partition.id': `${topic}/${partition}`,
        ...more,
      },
    };
  }

  private async invoke(
    type: EventType,
    handler: MessageHandler,
    data: unknown,
    context: EventContext,
  ): Promise<void> {
    const begin = performance.now();
    const handled = (error: string) => this.options.metrics?.handled(type, performance.now() - begin, error);
    try {
      await this.invokeHandler(handler, data, context);
      handled('');
      // The equivalent of an access log.
      this.log.debug(
        { event: type, count: context.events.length, duration_ms: Math.round(performance.now() - begin) },
        'event',
      );
    } catch (error) {
      handled('error');
      throw error;
    }
  }

  private invokeHandler(handler: MessageHandler, data: unknown, context: EventContext): Promise<void> {
    return new Promise((resolve, reject) => {
      this.runWithProcessingHooks(context, async (end) => {
        try {
          const result = this.transformToObservable(await handler(data, context));
          await lastValueFrom(result.pipe(defaultIfEmpty(undefined)));
          end();
          resolve();
        } catch (error) {
          end();
          reject(error);
        }
      });
    });
  }
}
