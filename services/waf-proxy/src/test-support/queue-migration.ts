import { readFileSync, writeFileSync } from 'node:fs';

const SETTING = '/proc/sys/net/ipv4/tcp_migrate_req';

/**
 * Has the kernel hand connections that nobody has accepted yet to the other sockets of the same port when theirs is closed
 * (Linux 5.14); it resets them otherwise, however quickly they are accepted. Each machine decides that for itself.
 *
 * @returns how it was, to be put back; null: this process may not say so, and up to one connection a socket may be reset
 */
export function migrateQueues(): (() => void) | null {
  try {
    const before = readFileSync(SETTING, 'utf8');
    writeFileSync(SETTING, '1');
    return () => writeFileSync(SETTING, before);
  } catch {
    return null; // Not root, or no such setting.
  }
}
