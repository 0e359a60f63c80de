import { jest } from '@jest/globals';
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
});
