import { DomainError, type UserId } from '@palisade/nest-kit';
import { ExportShares, IDLE_MS, MAX_EXPORTS, MAX_OF_ACCOUNT, PAGES_AT_ONCE } from './export-shares.rules.ts';

const account = (name: string) => name as UserId;

/** The error code of a refused call, and its Retry-After in seconds. */
function refusal(call: () => unknown): { code: string; retryAfter: number | undefined } | null {
  try {
    call();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, retryAfter: error.options.retryAfter };
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('places for exports', () => {
  it('are each account’s own: who has taken all of his does not keep another waiting', () => {
    const shares = new ExportShares();
    const own = Array.from({ length: MAX_OF_ACCOUNT }, () => shares.begin(account('alice')));
    expect(refusal(() => shares.begin(account('alice')))).toEqual({
      code: 'too_many_exports',
      retryAfter: 10,
    });
    expect(refusal(() => shares.begin(account('bob')))).toBeNull();
    own[0]!.end();
    own[0]!.end();
    expect(refusal(() => shares.begin(account('alice')))).toBeNull();
    expect(refusal(() => shares.begin(account('alice')))).toMatchObject({ code: 'too_many_exports' });
  });

  it('are counted from the call on, not from the first line', () => {
    const shares = new ExportShares();
    const calls = Array.from({ length: 10 }, () => refusal(() => shares.begin(account('alice'))));
    expect(calls.filter((call) => call === null)).toHaveLength(MAX_OF_ACCOUNT);
  });

  it('are taken from who does not read on, once all are taken', async () => {
    let now = 0;
    const shares = new ExportShares(() => now);
    const all = Array.from({ length: MAX_EXPORTS }, (_, index) => shares.begin(account(`sleeper ${index}`)));
    expect(refusal(() => shares.begin(account('bob')))).toEqual({ code: 'exports_busy', retryAfter: 10 });
    now = IDLE_MS - 1;
    await all[0]!.page(() => Promise.resolve());
    now = IDLE_MS;
    expect(refusal(() => shares.begin(account('bob')))).toBeNull();
    await expect(all[0]!.page(() => Promise.resolve('page'))).resolves.toBe('page');
    await expect(all[1]!.page(() => Promise.resolve('page'))).rejects.toMatchObject({
      code: 'export_given_up',
    });
  });
});

describe('pages of exports', () => {
  it('are read in turns: an export with a hundred pages does not keep one with a single page waiting', async () => {
    const shares = new ExportShares();
    const log: string[] = [];
    const run = async (name: string, pages: number) => {
      const share = shares.begin(account(name));
      for (let page = 0; page < pages; page++) {
        await share.page(async () => {
          log.push(name);
          await turn();
        });
      }
    };
    const long = Array.from({ length: 4 * PAGES_AT_ONCE }, (_, index) => run(`long ${index}`, 100));
    await turn();
    await run('short', 1);
    expect(log.length).toBeLessThan(10 * PAGES_AT_ONCE);
    await Promise.all(long);
    expect(log).toHaveLength(400 * PAGES_AT_ONCE + 1);
  });

  it('that fail leave their turn to the next', async () => {
    const shares = new ExportShares();
    const share = shares.begin(account('alice'));
    for (let count = 0; count < 2 * PAGES_AT_ONCE; count++) {
      await expect(share.page(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    }
    await expect(share.page(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
