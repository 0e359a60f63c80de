import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type EventHandler, eventHandlers, services, sources } from './event-handlers.ts';

/**
 * What makes a copy of a genuine event harmless, for each consumer and type: `remembered` events do not reach their handler
 * a second time (`ProcessedEvents`). Every other answer needs a test named here that gives an old one after a newer one, or
 * the same one twice.
 */
const OTHERS: Readonly<Record<string, { by: string; test: string }>> = {
  'billing logs.site_totals.v1': {
    by: 'idempotent',
    test: 'billing/src/modules/bandwidth/bandwidth.int-spec.ts: whatever order the news comes in',
  },
  'domains logs.rollout_figures.v1': {
    by: 'idempotent',
    test: 'domains/src/modules/rollouts/rollout-watch.int-spec.ts: whatever old news is said again',
  },
  'domains logs.site_totals.v1': {
    by: 'idempotent',
    test: 'domains/src/modules/publication/publication.int-spec.ts: the latest word winning',
  },
  'logs auth.user_deleted.v1': {
    by: 'idempotent',
    test: 'logs/src/modules/owner-alerts/owner-alerts.int-spec.ts: gone with the account',
  },
  'logs domains.domain_removed.v1': {
    by: 'idempotent',
    test: 'logs/src/modules/erasure/erasure.int-spec.ts: a removal that is said twice',
  },
  'logs edge.request_logs.v1': {
    by: 'positions',
    test: 'logs/src/modules/ingest/ingest.service.int-spec.ts: stores repeats once',
  },
};

function harmlessBy({ decorator, options }: EventHandler): string {
  if (decorator === 'OnEventBatch') return 'positions';
  return options.includes('idempotent') ? 'idempotent' : 'remembered';
}

describe('events that are given again', () => {
  const all = eventHandlers().map((handler) => ({
    consumer: `${handler.service} ${handler.type}`,
    by: harmlessBy(handler),
  }));

  it('are remembered by every consumer, or stopped by an order that a test holds', () => {
    const others = all.filter(({ by }) => by !== 'remembered').map(({ consumer, by }) => [consumer, by]);
    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries(Object.entries(OTHERS).map(([consumer, { by }]) => [consumer, by])),
    );
    expect(all.length - others.length).toBeGreaterThan(25);
    for (const { test } of Object.values(OTHERS)) {
      const [file = '', title = ''] = test.split(': ');
      expect(readFileSync(path.join(services, file), 'utf8')).toContain(title);
    }
  });

  it('are found in code that reads the bus in another way, too', () => {
    const readers = all.map(({ consumer }) => consumer.split(' ')[0]);
    const direct = readdirSync(services)
      .filter((name) => !['shared', 'e2e'].includes(name) && !readers.includes(name))
      .filter((name) =>
        sources(path.join(services, name, 'src')).some((file) =>
          /\.subscribe\(\{\s*group/.test(readFileSync(file, 'utf8')),
        ),
      );
    expect(direct).toEqual([]);
  });
});
