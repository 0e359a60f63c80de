import { ask, endOfCopy, STATEFUL } from '@palisade/installation/operator';
import { startTestPostgres } from '@palisade/testing';

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
const query = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
  ask<Row>(postgres.adminUrl, text, values);
let next = 2;

/** @param times how often a migration ends just before the server is asked what time it is */
function whileMigrating(times: number): typeof query {
  let left = times;
  return async (text, values) => {
    if (text.includes('clock_timestamp') && left-- > 0)
      await query('INSERT INTO auth.migrations ("timestamp") VALUES ($1)', [next++]);
    return await query(text, values);
  };
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  for (const service of STATEFUL) {
    await query(`CREATE SCHEMA ${service}`);
    await query(
      `CREATE TABLE ${service}.migrations (id serial, "timestamp" bigint, at timestamptz DEFAULT now())`,
    );
    await query(`INSERT INTO ${service}.migrations ("timestamp") VALUES (1)`);
  }
});
afterAll(() => postgres.dispose());

describe('the end of a base backup', () => {
  it('is told with the migrations of its moment, where some end meanwhile', async () => {
    const { endedAt, migrations } = await endOfCopy(whileMigrating(2));
    const [last] = await query<{ at: Date }>('SELECT max(at) AS at FROM auth.migrations');
    expect(endedAt.getTime()).toBeGreaterThanOrEqual(last!.at.getTime());
    expect(migrations).toMatchObject({ auth: [1, 2, 3], logs: [1] });
  });
});
