import type { EntityManager } from 'typeorm';

/** The next one, such as PAL-2026-001001. Numbers of orders that came to nothing are missing later. */
export async function orderNumber(manager: EntityManager): Promise<string> {
  const [row]: { number: string }[] = await manager.query(`SELECT nextval('order_numbers') AS number`);
  return `PAL-${new Date().getUTCFullYear()}-${row!.number.padStart(6, '0')}`;
}
