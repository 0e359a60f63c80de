import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * BRIN indexes with the values of each block range of a table (Bloom filters of 32 pages, about 500 rows): a search for
 * a rare value reads the few ranges that may contain it. A B-tree would cost an entry for every stored request; this
 * costs a range one summary of about 2 kB.
 */
export class RequestLogValues1700000000200 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const few = 'n_distinct_per_range = 16';
    const some = 'n_distinct_per_range = 128';
    const many = 'n_distinct_per_range = 512';
    await buildIndex(runner, {
      name: 'request_logs_values',
      table: 'request_logs',
      using: 'brin',
      columns: [
        'received_at',
        `client_address text_bloom_ops (${many})`,
        `(split_part(target, '?', 1)) text_bloom_ops (${many})`,
        `user_agent text_bloom_ops (${some})`,
        `ja4 text_bloom_ops (${some})`,
        `asn int8_bloom_ops (${some})`,
        `country text_bloom_ops (${some})`,
        `method text_bloom_ops (${few})`,
      ].join(', '),
      parameters: 'pages_per_range = 32, autosummarize = on',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_logs_values');
  }
}
