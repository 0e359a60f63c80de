import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class OrderNumbersService {
  /** The next number, such as PAL-2026-001001. Abandoned orders leave gaps. */
  async next(manager: EntityManager): Promise<string> {
    const [row]: { number: string }[] = await manager.query(`SELECT nextval('order_numbers') AS number`);
    return `PAL-${new Date().getUTCFullYear()}-${row!.number.padStart(6, '0')}`;
  }
}
