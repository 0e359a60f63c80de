import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { ClientFacts } from '../../http/client-facts.ts';
import { hashSecretToken, newSecretToken } from '../../http/secret-tokens.ts';

/** How sure it is that the account's owner is at this device. */
export type DeviceTrust = 'device' | 'network' | 'unknown';

/** Matches no row, and costs a query all the same. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const LIFETIME = '180 days';

/** Where accounts have been signed in to before. */
@Injectable()
export class KnownDevices {
  constructor(private readonly database: DataSource) {}

  async trust(userId: UserId | null, client: ClientFacts): Promise<DeviceTrust> {
    const rows = await this.database.query<{ by_device: boolean }[]>(
      `SELECT token_hash = $2 AS by_device FROM known_devices
        WHERE user_id = $1 AND (token_hash = $2 OR client_network = $3) AND last_used_at > now() - interval '${LIFETIME}'`,
      [userId ?? NOBODY, hashSecretToken(client.deviceToken), networkOf(client.address)],
    );
    if (rows.some((row) => row.by_device)) return 'device';
    return rows.length > 0 ? 'network' : 'unknown';
  }

  /** The owner has just signed in here. Answers the token that this device is to keep. */
  async remember(userId: UserId, client: ClientFacts): Promise<string> {
    const token = client.deviceToken === '' ? newSecretToken() : client.deviceToken;
    await this.database.query(
      `INSERT INTO known_devices (id, user_id, token_hash, client_network) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, token_hash, client_network) DO UPDATE SET last_used_at = now()`,
      [randomUUID(), userId, hashSecretToken(token), networkOf(client.address)],
    );
    return token;
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM known_devices WHERE last_used_at < now() - interval '${LIFETIME}'`,
    );
  }
}

/** What one visitor is likely to keep: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
