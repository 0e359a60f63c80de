import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { oneRow } from '../../database/sql.ts';

/** Who gets the newsletter. */
@Injectable()
export class Subscribers {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async count(): Promise<number> {
    const row = await oneRow<{ count: string }>(
      this.dataSource,
      'SELECT count(*) AS count FROM subscribers WHERE is_subscribed',
    );
    return Number(row?.count ?? 0);
  }
}
