import { create } from '@bufbuild/protobuf';
import { accountDataV1 } from '@palisade/contracts';
import { readAccountData } from './read-account-data.ts';

const USER = '0195c000-0000-7000-8000-000000000001';
const asked = (part: number, more: object = {}) =>
  create(accountDataV1.ReadAccountDataRequestSchema, { userId: USER, part, ...more });
const answering = (...lines: string[]) => {
  const calls: [string, unknown[]][] = [];
  const query = (sql: string, values: unknown[]) => {
    calls.push([sql, values]);
    return Promise.resolve(lines.map((line) => ({ line, found: lines.length, bytes: line.length })));
  };
  return { calls, database: { query } as never };
};

describe('what a service tells of an account', () => {
  const parts = {
    first: 'SELECT a FROM one WHERE u = $1 ORDER BY a',
    second: 'SELECT b FROM two WHERE u = $1 ORDER BY b',
  };

  it('is a page of the part of that number, of that account', async () => {
    const { calls, database } = answering('{"b":1}');
    const answer = await readAccountData(database, parts, asked(1, { offset: 500 }));
    expect(answer).toMatchObject({ name: 'second', rows: ['{"b":1}'], nextOffset: 0 });
    expect(calls[0]?.[1]).toEqual([USER, 500, 4, 2 * 1024 * 1024]);
    expect(calls[0]?.[0]).toContain('FROM two');
  });

  it('ends behind the last part', async () => {
    const { calls, database } = answering();
    expect((await readAccountData(database, parts, asked(2))).name).toBe('');
    expect(calls).toEqual([]);
  });

  it('is nothing where no account is named', async () => {
    const { database } = answering();
    await expect(readAccountData(database, parts, asked(0, { userId: "' OR 1=1" }))).rejects.toMatchObject({
      code: 'account_data_invalid',
    });
  });
});
