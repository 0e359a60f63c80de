import { createHash } from 'node:crypto';
import pg from 'pg';
import { query } from '../../config/database-roles.ts';
import { bridgeRole } from '../../config/settings.ts';
import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';
import { withRedis } from '../checks/redis.ts';

const { escapeIdentifier: name, escapeLiteral: text } = pg;

/**
 * A second door to a service's role, with the new password: PostgreSQL knows one password a role, so while that changes the
 * service comes as a member of it, whose sessions act as the role itself.
 */
export async function openBridge(adminUrl: string, service: string, password: string): Promise<void> {
  const bridge = bridgeRole(service);
  const [row] = await ask(adminUrl, 'SELECT 1 FROM pg_roles WHERE rolname = $1', [bridge]);
  const verb = row === undefined ? 'CREATE' : 'ALTER';
  await query(adminUrl, `${verb} ROLE ${name(bridge)} LOGIN PASSWORD ${text(password)}`);
  await query(adminUrl, `GRANT ${name(service)} TO ${name(bridge)}`);
  await query(adminUrl, `ALTER ROLE ${name(bridge)} SET role = ${text(service)}`);
  await query(adminUrl, `ALTER ROLE ${name(bridge)} SET search_path = ${name(service)}`);
}

/** From then on the password before is refused; sessions that it opened go on. */
export const changePassword = (adminUrl: string, service: string, password: string): Promise<unknown> =>
  query(adminUrl, `ALTER ROLE ${name(service)} LOGIN PASSWORD ${text(password)}`);

/** @returns whether the bridge role is removed; it stays while connections use it */
export async function closeBridge(adminUrl: string, service: string): Promise<boolean> {
  const bridge = bridgeRole(service);
  const [row] = await ask<{ there: boolean; inside: string }>(
    adminUrl,
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS there,
            (SELECT count(*) FROM pg_stat_activity WHERE usename = $1) AS inside`,
    [bridge],
  );
  if (row?.there !== true) return true;
  if (Number(row.inside) > 0) return false;
  await query(adminUrl, `DROP ROLE ${name(bridge)}`);
  return true;
}

const hashed = (password: string): string => createHash('sha256').update(password).digest('hex');

/** Redis takes several passwords of a user. */
export const addRedisPassword = (
  installation: Installation,
  user: string,
  password: string,
): Promise<unknown> => withRedis(installation, (redis) => redis.acl('SETUSER', user, `#${hashed(password)}`));

/** Connections that it has opened go on. */
export async function removeRedisPassword(
  installation: Installation,
  user: string,
  password: string,
): Promise<void> {
  await withRedis(installation, async (redis) => {
    const { passwords } = aclOf((await redis.acl('GETUSER', user)) as unknown[]);
    if (passwords.includes(hashed(password))) await redis.acl('SETUSER', user, `!${hashed(password)}`);
  });
}

/** Names and values by turns. */
function aclOf(flat: readonly unknown[]): { passwords: string[] } {
  const at = flat.indexOf('passwords');
  return { passwords: at < 0 ? [] : (flat[at + 1] as string[]) };
}
