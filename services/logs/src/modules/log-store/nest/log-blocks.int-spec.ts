import { dataSourceOptions, Metrics } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { LogBlocksJob } from './log-blocks.job.ts';

it('tells how much waits for ClickHouse, and since when the oldest of it does', async () => {
  const server = await startTestPostgres();
  const url = await server.createServiceRole('logs', 'secret');
  const options = dataSourceOptions(
    databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 }),
  );
  const database = await new DataSource({ ...options, logging: false }).initialize();
  try {
    const metrics = new Metrics();
    const job = new LogBlocksJob(database, metrics);
    const shown = async (nowMs: number) => {
      await job.look(nowMs);
      const values = ['blocks', 'blocks_bytes', 'behind_seconds'].map(
        async (name) =>
          (await metrics.registry.getSingleMetric(`palisade_logs_store_${name}`)!.get()).values[0]?.value,
      );
      return await Promise.all(values);
    };
    const put = (body: string) =>
      database.query(`INSERT INTO log_blocks (target, body) VALUES ('records', $1)`, [Buffer.from(body)]);
    expect(await shown(0)).toEqual([0, 0, 0]);
    await put('12345');
    await put('1234567');
    expect(await shown(10_000)).toEqual([2, 12, 0]);
    expect(await shown(70_000)).toEqual([2, 12, 60]);
    // A backlog that shrinks is not stuck, however large it is.
    await database.query('DELETE FROM log_blocks WHERE block_no = (SELECT min(block_no) FROM log_blocks)');
    expect(await shown(80_000)).toEqual([1, 7, 0]);
    await database.query('DELETE FROM log_blocks');
    expect(await shown(200_000)).toEqual([0, 0, 0]);
  } finally {
    await database.destroy();
    await server.dispose();
  }
});
