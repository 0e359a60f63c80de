import { Inject, Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { queryOne, SecretBox } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { ErasedClient } from './client-erasure.service.ts';
import { nextRoundAt } from './erasure-rounds.rules.ts';

/** A deletion of a visitor's data that is repeated. */
export interface RepeatedErasure {
  erasureId: string;
  client: ErasedClient;
  erasedAtMs: number;
  roundsDone: number;
  /** Whether an earlier step of this round found something. */
  foundAny: boolean;
}

interface Row {
  erasure_id: string;
  site_id: string;
  address: string;
  from_at: Date;
  to_at: Date;
  erased_at: Date;
  rounds_done: number;
  found_any: boolean;
}

/** An instance that dies in a round is taken over from after so long. */
const CLAIM_MS = 30 * 60_000;

/** Of one site: whoever deletes more visitors than this within a month has the others deleted once. */
const MAX_OF_SITE = 10_000;

/** Under which an address is sealed. */
export const erasedAddressContext = (erasureId: string): string => `client_erasures:${erasureId}`;

/** Which deletions of visitors' data still have rounds to come: what edges had in their spools, and the bus, is stored afterwards. */
@Injectable()
export class ClientErasuresRepository {
  constructor(
    private readonly database: DataSource,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  /**
   * Before the first round: whoever is interrupted in it has not forgotten the others. One that is asked for again begins anew.
   * @returns its id; null: the site has as many as may be, and it is not repeated
   */
  async add({ siteId, address, span }: ErasedClient, nowMs: number): Promise<string | null> {
    const id = uuidV7();
    const [row]: { erasure_id: string }[] = await this.database.query(
      `INSERT INTO client_erasures (erasure_id, site_id, address, from_at, to_at, erased_at, next_at, digest, found_any)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, true
       WHERE (SELECT count(*) FROM client_erasures WHERE site_id = $2) < ${MAX_OF_SITE}
         OR EXISTS (SELECT FROM client_erasures WHERE digest = $8)
       ON CONFLICT (digest) DO UPDATE SET erased_at = excluded.erased_at, next_at = excluded.next_at, rounds_done = DEFAULT,
         found_any = true, claimed_until = DEFAULT
       RETURNING erasure_id`,
      [
        ...[id, siteId, this.box.seal(address, erasedAddressContext(id))],
        ...[
          new Date(span.fromMs),
          new Date(span.toMs),
          new Date(nowMs),
          new Date(nextRoundAt(nowMs, 1) ?? nowMs),
        ],
        this.box.digest([siteId, address, span.fromMs, span.toMs].join('|'), 'client_erasures'),
      ],
    );
    return row?.erasure_id ?? null;
  }

  /** That its round found something: exports may hold it, also where another step ends the round. */
  async found(erasureId: string): Promise<void> {
    await this.database.query('UPDATE client_erasures SET found_any = true WHERE erasure_id = $1', [
      erasureId,
    ]);
  }

  /** Its first round has ended. */
  async begun(erasureId: string): Promise<void> {
    await this.database.query('UPDATE client_erasures SET found_any = false WHERE erasure_id = $1', [
      erasureId,
    ]);
  }

  /** An erasure whose next round is due, locked for this instance. */
  async claim(nowMs: number): Promise<RepeatedErasure | null> {
    // An UPDATE with RETURNING answers [rows, count].
    const row = await queryOne<Row>(
      this.database,
      `UPDATE client_erasures SET claimed_until = $2 WHERE erasure_id = (
         SELECT erasure_id FROM client_erasures WHERE next_at <= $1 AND claimed_until <= $1
         ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [new Date(nowMs), new Date(nowMs + CLAIM_MS)],
    );
    if (row === null) return null;
    const { erasure_id: erasureId, site_id: siteId, from_at, to_at, erased_at } = row;
    const address = this.box.open(row.address, erasedAddressContext(erasureId));
    const client = { siteId, address, span: { fromMs: from_at.getTime(), toMs: to_at.getTime() } };
    const { rounds_done: roundsDone, found_any: foundAny } = row;
    return { erasureId, client, erasedAtMs: erased_at.getTime(), roundsDone, foundAny };
  }

  /** A step of a round: behind the others that are due. */
  async putOff({ erasureId }: RepeatedErasure, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE client_erasures SET next_at = $2, claimed_until = '-infinity' WHERE erasure_id = $1`,
      [erasureId, new Date(nowMs)],
    );
  }

  /** After a round: when the next is due; after the last nothing is remembered. One that was asked for anew meanwhile stays as it is. */
  async roundDone({ erasureId, erasedAtMs, roundsDone }: RepeatedErasure): Promise<void> {
    const nextAtMs = nextRoundAt(erasedAtMs, roundsDone + 1);
    const [which, values] = ['erasure_id = $1 AND erased_at = $2', [erasureId, new Date(erasedAtMs)]];
    if (nextAtMs === null) await this.database.query(`DELETE FROM client_erasures WHERE ${which}`, values);
    else
      await this.database.query(
        `UPDATE client_erasures SET rounds_done = $3, next_at = $4, claimed_until = '-infinity', found_any = false
         WHERE ${which}`,
        [...values, roundsDone + 1, new Date(nextAtMs)],
      );
  }
}
