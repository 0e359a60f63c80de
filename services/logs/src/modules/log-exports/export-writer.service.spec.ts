import { jest } from '@jest/globals';
import { DomainError } from '@palisade/nest-kit';
import { NO_FILTER } from '../log-store/log-filter.types.ts';
import { ExportWriterService } from './export-writer.service.ts';

const TURN_MS = 60_000;

describe('an export', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('that is long lets the others have a turn after a minute, and keeps what it has', async () => {
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const row = { export_id: 'e', owner_id: 'o', site_ids: [], state: 'running', format: 'ndjson', parts: 0 };
    const claimed = { ...row, rows: '0', bytes: '0', most_rows: '1000', position_at: null, filter: {} };
    const calls: string[] = [];
    const progress = {
      add: (current: object) => {
        calls.push('part');
        return Promise.resolve(current);
      },
      release: (_current: object, afterMs: number) =>
        Promise.resolve(void calls.push(`back in ${afterMs} ms`)),
    };
    const owned = { sitesOf: () => Promise.resolve({ numbers: [] }) };
    const pages = {
      read: () => {
        nowMs += TURN_MS / 3;
        return Promise.resolve({ rows: [], next: { receivedAt: new Date(0), requestId: 'r' } });
      },
    };
    const writer = new ExportWriterService(progress as never, owned as never, pages as never);
    await writer.write(claimed as never, () => false);
    expect(calls).toEqual(['part', 'part', 'part', 'back in 0 ms']);
  });

  it.each([
    [new DomainError('too_many', 'too_many_searches', 'Too many'), 'back in 30000 ms'],
    [new DomainError('unavailable', 'service_unavailable', 'Away'), 'back in 30000 ms'],
    [new Error('a page that cannot be read'), 'failed'],
  ])('that meets %s is tried again, and fails by what is wrong with itself alone', async (error, became) => {
    const calls: string[] = [];
    const progress = {
      release: (_current: object, afterMs: number) =>
        Promise.resolve(void calls.push(`back in ${afterMs} ms`)),
      failed: () => Promise.resolve(void calls.push('failed')),
    };
    const owned = { sitesOf: () => Promise.reject(error) };
    const writer = new ExportWriterService(progress as never, owned as never, {} as never);
    await writer.write({ export_id: 'e', owner_id: 'o', state: 'running' } as never, () => false);
    expect(calls).toEqual([became]);
  });

  it('that was asked for before there was a filter is read as if it did not ask for that', async () => {
    const row = { export_id: 'e', owner_id: 'o', site_ids: [], state: 'running', format: 'ndjson', parts: 0 };
    const claimed = { ...row, rows: '0', bytes: '0', most_rows: '1000', position_at: null };
    const { ja4: _later, ...filter } = NO_FILTER;
    const asked: unknown[] = [];
    const progress = {
      add: (current: object) => Promise.resolve({ ...current, state: 'finished' }),
      release: () => Promise.resolve(),
    };
    const pages = {
      read: (...values: unknown[]) => {
        asked.push(values[3]);
        return Promise.resolve({ rows: [], next: null });
      },
    };
    const owned = { sitesOf: () => Promise.resolve({ numbers: [] }) };
    const writer = new ExportWriterService(progress as never, owned as never, pages as never);
    await writer.write({ ...claimed, filter } as never, () => false);
    expect(asked).toEqual([NO_FILTER]);
  });
});
