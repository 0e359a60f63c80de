import { startSurroundings } from '@palisade/testing';
import { dataSourceOptions } from '../database/database.module.ts';
import { OneConnectionDataSource } from '../database/one-connection.ts';
import { readAccountDataPage } from './read-account-data.ts';

/** Maximum size of a page. */
const PAGE_BYTES = 2 * 1024 * 1024;

describe('pages of what is kept of an account', () => {
  let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
  let database: OneConnectionDataSource;

  beforeAll(async () => {
    surroundings = await startSurroundings('auth');
    const options = dataSourceOptions({
      ...{ url: surroundings.databaseUrl, schema: 'auth', poolSize: 1 },
      ...{ entities: [], migrations: [] },
    });
    database = await new OneConnectionDataSource(options).initialize();
  });
  afterAll(async () => {
    await database?.destroy();
    await surroundings?.dispose();
  });

  /** All rows of so many texts of so many characters, and how many pages they took. */
  async function read(count: number, characters: number): Promise<{ rows: string[]; pages: number }> {
    const statement = `SELECT n, repeat('ä', $2) AS text FROM generate_series(1, $1) AS n ORDER BY n`;
    const rows: string[] = [];
    let [offset, pages] = [0, 0];
    do {
      const page = await readAccountDataPage(database, statement, [count, characters], offset);
      expect(page.rows.reduce((sum, row) => sum + Buffer.byteLength(row), 0)).toBeLessThanOrEqual(PAGE_BYTES);
      rows.push(...page.rows);
      offset = page.nextOffset;
      pages++;
    } while (offset > 0);
    return { rows, pages };
  }
  const numbers = (rows: string[]) => rows.map((row) => (JSON.parse(row) as { n: number }).n);

  it.each([0, 1, 499, 500, 501, 1_200])('have each of %i rows once, in order', async (count) => {
    const { rows } = await read(count, 1);
    expect(numbers(rows)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it('end where their bytes do', async () => {
    const { rows, pages } = await read(7, 400_000);
    expect(numbers(rows)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pages).toBe(4);
  });

  it('write few rows more than they have, where rows are large', async () => {
    await database.query('CREATE SEQUENCE written');
    const statement = `SELECT n, nextval('written') AS at, repeat('ä', $2) AS text FROM generate_series(1, $1) AS n ORDER BY n`;
    const { rows } = await readAccountDataPage(database, statement, [100, 400_000], 0);
    expect(rows).toHaveLength(2);
    const [written] = await database.query<{ last_value: string }[]>('SELECT last_value FROM written');
    expect(Number(written?.last_value)).toBe(4);
  });

  it('leave out a row that is larger than a page, and say so', async () => {
    const { rows } = await read(2, 1_500_000);
    expect(rows.map((row) => JSON.parse(row))).toEqual([
      { left_out: expect.stringMatching(/^a row of 30000\d\d bytes$/) },
      { left_out: expect.stringMatching(/^a row of 30000\d\d bytes$/) },
    ]);
  });
});
