import { once } from 'node:events';
import { createServer } from 'node:net';
import { LocalServerError } from '@palisade/local-servers';

/** @throws LocalServerError that names every port that is taken, and the option that moves it */
export async function refuseTakenPorts(
  wanted: readonly { port: number; what: string; option: string }[],
): Promise<void> {
  const taken: string[] = [];
  for (const { port, what, option } of wanted) {
    if (!(await isFree(port))) taken.push(`  ${port} (${what}): choose another with ${option}`);
  }
  if (taken.length > 0) {
    const advice = 'or move all of them with --port-offset.';
    throw new LocalServerError('port_taken', `These ports are taken:\n${taken.join('\n')}\n${advice}`);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '0.0.0.0');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
