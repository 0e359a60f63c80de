import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const services = path.join(import.meta.dirname, '../services');

/**
 * What makes a copy of a genuine event harmless, for each consumer and type: `remembered` events do not reach their handler
 * a second time (`ProcessedEvents`). Every other answer needs an order within the payload and a test named here that
 * gives an old one after a newer one.
 */
const OTHERS: Readonly<Record<string, { by: string; test: string }>> = {
  'billing logs.site_totals.v1': {
    by: 'latest wins',
    test: 'billing/src/modules/bandwidth/bandwidth.int-spec.ts: whatever order the news comes in',
  },
  'domains logs.site_totals.v1': {
    by: 'latest wins',
    test: 'domains/src/modules/publication/publication.int-spec.ts: the latest word winning',
  },
  'logs edge.request_logs.v1': {
    by: 'positions',
    test: 'logs/src/modules/ingest/ingest.int-spec.ts: stores repeats once',
  },
};

const HANDLER = /@(OnEventBatch|OnEvent|EventPattern)(?:<[^>]*>)?\(\s*'([^']+)'([^)]*)\)/g;

/** Every handler of events in a service's code. */
function handlers(): { consumer: string; by: string }[] {
  return readdirSync(services, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['shared', 'e2e'].includes(entry.name))
    .flatMap(({ name }) =>
      sources(path.join(services, name, 'src')).flatMap((file) => handlersOf(name, file)),
    );
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('spec.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function handlersOf(service: string, file: string): { consumer: string; by: string }[] {
  return [...readFileSync(file, 'utf8').matchAll(HANDLER)].map(([, decorator, type, options = '']) => ({
    consumer: `${service} ${type}`,
    by:
      decorator === 'OnEventBatch'
        ? 'positions'
        : options.includes('latestWins')
          ? 'latest wins'
          : 'remembered',
  }));
}

describe('events that are given again', () => {
  const all = handlers();

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
