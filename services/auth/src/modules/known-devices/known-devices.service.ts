import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clientNetwork, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { ClientInfo } from '../../http/client-info.ts';
import { hashSecretToken, newSecretToken } from '../../http/secret-tokens.ts';

/** How certain it is that the account's owner uses this device. */
export type DeviceTrust = 'device' | 'network' | 'unknown';

/** Matches no row, but the query still runs, so that the response time reveals nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const LIFETIME = '180 days';

/** Devices that accounts have signed in on. */
@Injectable()
export class KnownDevicesService {
  constructor(private readonly database: DataSource) {}

  async trust(userId: UserId | null, client: ClientInfo): Promise<DeviceTrust> {
    const rows = await this.database.query<{ by_device: boolean }[]>(
      `SELECT token_hash = $2 AS by_device FROM known_devices
        WHERE user_id = $1 AND (token_hash = $2 OR client_network = $3) AND last_used_at > now() - interval '${LIFETIME}'`,
      [userId ?? NOBODY, hashSecretToken(client.deviceToken), clientNetwork(client.address)],
    );
    if (rows.some((row) => row.by_device)) return 'device';
    return rows.length > 0 ? 'network' : 'unknown';
  }

  /**
   * Records a sign-in on this device. Returns the token that the device is to keep: a new one each time, since the one
   * that was sent may have been planted by a stranger to pass for the owner's device later. What other accounts know of
   * the device moves to the new token.
   */
  async remember(manager: EntityManager, userId: UserId, client: ClientInfo): Promise<string> {
    const token = newSecretToken();
    const hash = hashSecretToken(token);
    await manager.query('UPDATE known_devices SET token_hash = $2 WHERE token_hash = $1', [
      hashSecretToken(client.deviceToken),
      hash,
    ]);
    await manager.query(
      `INSERT INTO known_devices (id, user_id, token_hash, client_network) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, token_hash, client_network) DO UPDATE SET last_used_at = now()`,
      [randomUUID(), userId, hash, clientNetwork(client.address)],
    );
    return token;
  }

  /** Whether the account was signed in to with this device's cookie, for the first time at least `days` days ago. */
  async isLongKnown(
    manager: EntityManager,
    userId: UserId,
    client: Pick<ClientInfo, 'deviceToken'>,
    days: number,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM known_devices WHERE user_id = $1 AND token_hash = $2
          AND first_used_at < now() - make_interval(days => $3) LIMIT 1`,
      [userId, hashSecretToken(client.deviceToken), days],
    );
    return rows.length > 0;
  }

  /** Whether anybody has signed in with this token; the gateway asks. */
  async isKnown(tokenHash: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM known_devices WHERE token_hash = $1 AND last_used_at > now() - interval '${LIFETIME}' LIMIT 1`,
      [tokenHash],
    );
    return rows.length > 0;
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM known_devices WHERE last_used_at < now() - interval '${LIFETIME}'`,
    );
  }
}
