import { existsSync, readFileSync, renameSync } from 'node:fs';
import type { ContainerSecrets } from '../../config/volumes.ts';
import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';

/** PostgreSQL's code of a password that is not right. */
const WRONG_PASSWORD = '28P01';

/**
 * A restore that was ended between the new password of PostgreSQL and the file that holds it leaves nobody a way in: the file waits
 * beside its place, and goes there.
 * @returns whether it did: the installation is to be read anew then
 */
export async function finishHandOut(
  { kind, secrets, secretsFile, postgresAdminUrl }: Installation,
  note: (text: string) => void,
): Promise<boolean> {
  const waiting = `${secretsFile}.new`;
  if (kind !== 'containers' || postgresAdminUrl === null || !existsSync(waiting)) return false;
  const url = new URL(postgresAdminUrl);
  if (url.password !== (secrets as ContainerSecrets).postgresPassword) return false;
  if (await letsIn(url.href)) return false;
  const { postgresPassword } = JSON.parse(readFileSync(waiting, 'utf8')) as Partial<ContainerSecrets>;
  if (!postgresPassword) return false;
  url.password = postgresPassword;
  if (!(await letsIn(url.href))) return false;
  renameSync(waiting, secretsFile);
  note('an earlier restore was ended as it handed out its secrets: they are in their place now');
  return true;
}

async function letsIn(url: string): Promise<boolean> {
  try {
    await ask(url, 'SELECT 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD) return false;
    throw error;
  }
}
