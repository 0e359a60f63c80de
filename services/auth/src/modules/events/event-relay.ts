import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  type BusLogger,
  type BusPublisher,
  createRedisStreamsPublisher,
  OutboxRelay,
} from '@palisade/messaging';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';

/** Carries committed events from the outbox to the bus, for as long as the service runs. */
@Injectable()
export class EventRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly publisher: BusPublisher;
  private readonly relay: OutboxRelay;

  constructor(@Inject(AUTH_CONFIG) config: AuthConfig) {
    const logger = busLogger('EventRelay');
    this.publisher = createRedisStreamsPublisher({
      url: config.PALISADE_BUS_REDIS_URL,
      source: 'auth',
      logger,
    });
    this.relay = new OutboxRelay({
      databaseUrl: config.PALISADE_DATABASE_URL,
      schema: 'auth',
      publisher: this.publisher,
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay.stop();
    await this.publisher.close();
  }
}

/** The bus's log lines among the service's own. */
export function busLogger(name: string): BusLogger {
  const logger = new Logger(name);
  return {
    info: (message, facts) => logger.log(facts, message),
    warn: (message, facts) => logger.warn(facts, message),
    error: (message, facts) => logger.error(facts, message),
  };
}
