import { Inject, Injectable } from '@nestjs/common';
import { EVENTS, type EventType, type Topic } from '@palisade/contracts';
import { durationsOf, Metrics } from '@palisade/nest-kit';
import { Counter, Gauge } from 'prom-client';
import type { EventBus, PartitionLag } from '../contract/bus.ts';
import { EVENT_BUS } from './tokens.ts';

/** A bus that hangs must not keep a scrape from its answer. */
const TIMEOUT_MS = 3_000;

type Labels = 'group' | 'topic' | 'partition';

/** How far the service is behind, what it set aside and what it lost, read from the bus when somebody looks. */
@Injectable()
export class BusMetrics {
  private readonly watched = new Map<string, readonly Topic[]>();
  private readonly durations: ReturnType<typeof durationsOf<'event'>>;
  private reading: Promise<PartitionLag[]> | undefined;
  private isReachable = true;

  constructor(
    @Inject(EVENT_BUS) private readonly bus: EventBus,
    { registry }: Metrics,
  ) {
    this.durations = durationsOf(registry, 'event');
    const gauge = (name: string, help: string, toValue: (facts: PartitionLag) => number | null) => {
      const made = new Gauge<Labels>({
        name,
        help,
        labelNames: ['group', 'topic', 'partition'],
        registers: [registry],
        collect: async () => {
          for (const facts of await this.read()) {
            const value = toValue(facts);
            const labels = { group: facts.group, topic: facts.topic, partition: String(facts.partition) };
            if (value !== null) made.set(labels, value);
          }
        },
      });
    };
    gauge('palisade_bus_lag_events', 'Events published and not yet acknowledged', ({ lag }) => lag);
    gauge(
      'palisade_bus_dead_letters',
      'Events set aside as poison and not settled since',
      ({ deadLetters }) => deadLetters,
    );
    new Counter<'reason'>({
      name: 'palisade_bus_refused_events_total',
      help: 'Events not believed: unsigned, forged, from who may not say them, moved or kept too long',
      labelNames: ['reason'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(bus.refusals())) this.inc({ reason }, count);
      },
    });
    gauge('palisade_bus_dropped_events', 'Events dropped unread by the hard limit', ({ dropped }) => dropped);
    const reachable = new Gauge({
      name: 'palisade_bus_reachable',
      help: '1: the bus answers; 0: it does not',
      registers: [registry],
      collect: async () => {
        await this.read();
        reachable.set(this.isReachable ? 1 : 0);
      },
    });
  }

  watch(group: string, types: readonly EventType[]): void {
    this.watched.set(group, [...new Set(types.map((type) => EVENTS[type].topic))]);
  }

  /** @param errorType empty: handled */
  handled(type: EventType, ms: number, errorType: string): void {
    this.durations.observe({ messaging_destination_name: type, error_type: errorType }, ms);
  }

  /** What this service's groups listen to. */
  places(): { group: string; topic: Topic }[] {
    return [...this.watched].flatMap(([group, topics]) => topics.map((topic) => ({ group, topic })));
  }

  /** How far this service's groups are behind. @throws BusError while the bus is away */
  async lag(): Promise<PartitionLag[]> {
    const perGroup = await Promise.all(
      [...this.watched].map(([group, topics]) => this.bus.lag(group, topics)),
    );
    return perGroup.flat();
  }

  /**
   * Since when events of a topic wait for this service's group, where any do: the oldest of each partition.
   * @throws BusError while the bus is away
   */
  async waitingSince(topic: Topic): Promise<Date[]> {
    const groups = this.places().filter((place) => place.topic === topic);
    const perGroup = await Promise.all(groups.map(({ group }) => this.bus.waitingSince(group, topic)));
    return perGroup.flat();
  }

  /** One query of the bus serves all gauges of a scrape. */
  private read(): Promise<PartitionLag[]> {
    this.reading ??= this.readNow().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Nothing while the bus is away: metrics must not fail with it. */
  private async readNow(): Promise<PartitionLag[]> {
    try {
      const lag = await withTimeout(this.lag());
      this.isReachable = true;
      return lag;
    } catch {
      this.isReachable = false;
      return [];
    }
  }
}

function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const givenUp = setTimeout(() => reject(new Error('the bus does not answer')), TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(givenUp));
  });
}
