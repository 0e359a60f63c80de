import {
  type DynamicModule,
  type INestApplicationContext,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import type { CustomStrategy } from '@nestjs/microservices';
import type { EventProducer } from '@palisade/contracts';
import { KeyFile } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { BusLogger, BusPublisher, EventBus, OutgoingEvent, RetryPolicy } from '../contract/bus.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { EventSigner } from '../envelope/event-signer.ts';
import { JobQueues } from '../jobs/job-queues.ts';
import { OutboxRelay } from '../outbox/outbox-relay.ts';
import { OutboxWriter } from '../outbox/outbox-writer.ts';
import { ProcessedEvents } from '../outbox/processed-events.ts';
import { assertOwnKey, type BusSettings, createBus } from '../settings/bus-settings.ts';
import { Backlog } from './backlog.ts';
import { BusMetrics } from './bus-metrics.ts';
import { EventsServer } from './events-server.ts';
import { FailedWorkService } from './failed-work.service.ts';
import { publishing } from './publishing-spans.ts';
import { EVENT_BUS } from './tokens.ts';

export interface EventsModuleOptions {
  /** The service: source of its events and group of its handlers. */
  service: EventProducer;
  /** Which bus it is, and with what keys: see `readBusSettings`. */
  bus: BusSettings;
  /** The service's database with its outbox and the events that it has had; see `createOutboxTable`, `createProcessedEventsTable`. */
  outbox?: { databaseUrl: string; schema: string };
}

const OPTIONS = Symbol('events module options');

/** Publishes at once, outside of any transaction. What must not be lost goes through the OutboxWriter instead. */
@Injectable()
export class EventPublisher {
  constructor(@Inject(EVENT_BUS) private readonly bus: BusPublisher) {}

  /** @throws BusError, see `BusPublisher.publish` */
  publish(events: readonly OutgoingEvent[]): Promise<void> {
    const types = events.map(({ type }) => type);
    return publishing('send', types, (traceparent) =>
      this.bus.publish(
        traceparent === undefined ? events : events.map((event) => ({ traceparent, ...event })),
      ),
    );
  }
}

@Injectable()
class BusLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly relay: OutboxRelay | undefined;

  constructor(
    @Inject(EVENT_BUS) private readonly bus: EventBus,
    @Inject(OPTIONS) { service, bus: { keys }, ...options }: EventsModuleOptions,
    @Optional() keyFile?: KeyFile,
  ) {
    this.relay =
      options.outbox &&
      new OutboxRelay({ ...options.outbox, publisher: bus, logger: nestLogger('OutboxRelay') });
    // Signer and verifier look into this object each time.
    keyFile?.use((settings) => {
      const next = readEventKeys(settings);
      assertOwnKey(next, service);
      const databaseUrl = settings.PALISADE_DATABASE_URL;
      return () => {
        Object.assign(keys, next);
        if (databaseUrl !== undefined) this.relay?.moveTo(databaseUrl);
      };
    });
  }

  onApplicationBootstrap(): void {
    this.relay?.start();
  }

  /** After the servers and handlers have stopped, so that what they left in the outbox still goes out. */
  async onApplicationShutdown(): Promise<void> {
    await this.relay?.stop();
    await this.bus.close();
  }
}

/** The service's bus: EVENT_BUS, EventPublisher and OutboxWriter for everyone in it. Needs nest-kit's ServiceModule. */
@Module({})
export class EventsModule {
  static forRoot(options: EventsModuleOptions): DynamicModule {
    return {
      module: EventsModule,
      global: true,
      providers: [
        { provide: OPTIONS, useValue: options },
        {
          provide: EVENT_BUS,
          useFactory: () =>
            createBus(options.bus, {
              source: options.service,
              logger: nestLogger('EventBus'),
            }),
        },
        {
          provide: OutboxWriter,
          useFactory: () =>
            new OutboxWriter(new EventSigner(options.service, options.bus.keys), (types, add) =>
              publishing('create', types, add),
            ),
        },
        EventPublisher,
        Backlog,
        BusLifecycle,
        BusMetrics,
        FailedWorkService,
        JobQueues,
      ],
      exports: [
        Backlog,
        BusMetrics,
        EVENT_BUS,
        EventPublisher,
        FailedWorkService,
        JobQueues,
        OutboxWriter,
        OPTIONS,
      ],
    };
  }
}

/** For `bootstrap({ microservices: (app) => [eventsServer(app)] })`: runs the service's event handlers. */
export function eventsServer(app: INestApplicationContext, retry?: Partial<RetryPolicy>): CustomStrategy {
  const { service, outbox } = app.get<EventsModuleOptions>(OPTIONS);
  const processed = outbox && new ProcessedEvents(app.get(DataSource), service);
  const bus = app.get<EventBus>(EVENT_BUS);
  const metrics = app.get(BusMetrics);
  return {
    strategy: new EventsServer({
      bus,
      group: service,
      metrics,
      ...(processed && { processed }),
      ...(retry && { retry }),
    }),
    options: {},
  };
}

function nestLogger(context: string): BusLogger {
  const logger = new Logger(context);
  return {
    info: (message, facts) => logger.log(facts, message),
    warn: (message, facts) => logger.warn(facts, message),
    error: (message, facts) => logger.error(facts, message),
  };
}
