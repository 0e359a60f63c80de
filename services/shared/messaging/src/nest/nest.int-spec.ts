import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type domainEventsV1, EVENTS } from '@palisade/contracts';
import { currentTraceparent, Metrics, runInTrace, ServiceModule } from '@palisade/nest-kit';
import { newEventSettings, newInternalKeys, startTestRedis, until } from '@palisade/testing';
import { changed } from '../conformance/harness.ts';
import type { EventBus, EventPayload, ReceivedEvent } from '../contract/bus.ts';
import { TransientError } from '../contract/errors.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import {
  EVENT_BUS,
  EventContext,
  EventPublisher,
  EventsModule,
  eventsServer,
  OnEvent,
  OnEventBatch,
} from './index.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const seen: string[] = [];

@Controller()
class FactsController {
  private failures = 0;

  @EventPattern<string>('domains.domain_added.v1', { single: { idempotent: true } })
  async added(@Payload() event: domainEventsV1.DomainAdded, @Ctx() context: EventContext) {
    seen.push(`added ${event.domainName} ${context.event.key} ${context.event.source}`);
  }

  @OnEvent('domains.domain_verified.v1', { idempotent: true })
  async verified(
    event: EventPayload<'domains.domain_verified.v1'>,
    context: EventContext<'domains.domain_verified.v1'>,
  ) {
    if (this.failures++ < 15) throw new TransientError('database away');
    seen.push(`verified ${event.domainName} attempt ${context.event.attempt} in ${currentTraceparent()}`);
  }

  @OnEventBatch('domains.domain_changed.v1', { maxEvents: 10, raw: true })
  async changed(
    events: readonly ReceivedEvent<'domains.domain_changed.v1'>[],
    context: EventContext<'domains.domain_changed.v1'>,
  ) {
    seen.push(
      `batch of ${events.length} from ${context.delivery.topic}, ${events[0]!.encodedPayload.length > 0}`,
    );
  }
}

describe('events in a Nest service', () => {
  it('reach their handlers decoded, alone or in batches, with errors that tell what happened', async () => {
    const redis = await startTestRedis();
    const internal = await newInternalKeys('domains');
    const keys = readEventKeys(newEventSettings()('domains'));
    @Module({
      imports: [
        ServiceModule.forRoot({
          name: 'domains',
          privateKey: internal.privateKeys.domains!,
          publicKeys: {},
          certificates: internal.channelSettings('domains').PALISADE_INTERNAL_CERTIFICATES,
        }),
        EventsModule.forRoot({ service: 'domains', bus: { kind: 'redis', url: redis.url, keys } }),
      ],
      controllers: [FactsController],
    })
    class FactsModule {}
    const app = await NestFactory.create(FactsModule, new FastifyAdapter(), { logger: false });
    app.connectMicroservice(eventsServer(app, { firstDelayMs: 1, maxDelayMs: 5 }), {
      inheritAppConfig: false,
    });
    try {
      const publisher = app.get(EventPublisher);
      const key = 'dom';
      await runInTrace(TRACEPARENT, () =>
        publisher.publish([{ type: 'domains.domain_verified.v1', key, payload: { domainName: 'two.test' } }]),
      );
      await publisher.publish([
        { type: 'domains.domain_added.v1', key, payload: { domainName: 'one.test' } },
        changed(key, 1),
        changed(key, 2),
        changed(key, 3),
      ]);
      await app.startAllMicroservices();
      await until(() => seen.length >= 3, 'the three');
      expect(seen).toEqual([
        `verified two.test attempt 16 in ${TRACEPARENT}`,
        'added one.test dom domains',
        'batch of 3 from domains, true',
      ]);
      expect(
        await app.get<EventBus>(EVENT_BUS).deadLetters('facts', EVENTS['domains.domain_added.v1'].topic, 5),
      ).toEqual([]);
      const metrics = await app.get(Metrics).registry.metrics();
      expect(metrics).toMatch(
        /palisade_bus_dead_letters\{group="domains",topic="domains",partition="\d"\} 0/,
      );
      expect(metrics).toMatch(/palisade_bus_lag_events\{group="domains",topic="domains",partition="\d"\} 0/);
    } finally {
      await app.close();
      await redis.dispose();
    }
  });
});
