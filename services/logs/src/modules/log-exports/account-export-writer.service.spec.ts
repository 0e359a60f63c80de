import { unzipSync } from 'fflate';
import { AccountExportWriterService } from './account-export-writer.service.ts';
import type { AccountRows } from './account-sources.service.ts';
import type { ExportPart } from './export-progress.repository.ts';

class SmallWriter extends AccountExportWriterService {
  protected override readonly mostText = 10_000;
}

/** The outcome of an export whose sources return these pages; `until`: after so many parts its row is deleted. */
async function written(
  pages: Iterable<AccountRows> | AsyncIterable<AccountRows>,
  { until = Number.POSITIVE_INFINITY, isStopping = (): boolean => false } = {},
) {
  const calls: string[] = [];
  const parts: Pick<ExportPart, 'rows' | 'isWhole'>[] = [];
  const bytes: Buffer[] = [];
  const claimed = { export_id: 'e', owner_id: 'o' };
  const progress = {
    restart: () => Promise.resolve(until > 0 ? claimed : null),
    add: (_: object, part: ExportPart) => {
      parts.push({ rows: part.rows, isWhole: part.isWhole });
      if (part.bytes) bytes.push(part.bytes);
      calls.push(part.next === null ? 'last part' : 'part');
      return Promise.resolve(parts.length < until ? claimed : null);
    },
    release: () => Promise.resolve(void calls.push('released')),
    failed: () => Promise.resolve(void calls.push('failed')),
  };
  const writer = new SmallWriter(progress as never, { read: () => pages } as never);
  await writer.write(claimed as never, isStopping);
  return { calls, parts, files: () => unzipSync(Buffer.concat(bytes)) };
}

function* endless(row: () => string): Generator<AccountRows> {
  for (;;) yield { name: 'auth/sign-ins', rows: [row()] };
}

describe('the writer of an account’s export', () => {
  it('ends one that has no end, and says that it is not whole', async () => {
    const { calls, parts, files } = await written(endless(() => JSON.stringify('x'.repeat(1_000))));
    expect(calls).toEqual(['last part', 'released']);
    expect(parts).toEqual([{ rows: 10, isWhole: false }]);
    expect(JSON.parse(Buffer.from(files()['auth/sign-ins.json']!).toString())).toHaveLength(10);
  });

  it('asks for nothing more once the account or the export is gone', async () => {
    let asked = 0;
    const pages = endless(() => {
      asked++;
      return '{}';
    });
    expect((await written(pages, { until: 0 })).calls).toEqual([]);
    expect(asked).toBeLessThanOrEqual(1);
  });

  it('gives it back where the service stops, and begins it again where a service does not answer', async () => {
    expect(
      (
        await written(
          endless(() => '{}'),
          { isStopping: () => true },
        )
      ).calls,
    ).toEqual(['released']);
    async function* broken(): AsyncGenerator<AccountRows> {
      yield { name: 'auth/profile', rows: ['{}'] };
      throw new Error('billing does not answer');
    }
    expect((await written(broken())).calls).toEqual(['failed']);
  });
});
