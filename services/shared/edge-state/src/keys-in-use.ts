import { createHash } from 'node:crypto';

/** The keys that every edge of an installation has, and goes over to while it runs. */
export const EDGE_KEY_SETTINGS = [
  'PALISADE_EDGE_CONFIG_KEYS',
  'PALISADE_EDGE_SEAL_KEY',
  'PALISADE_EDGE_SEAL_PREVIOUS_KEYS',
  'PALISADE_EVENT_SIGNING_KEY',
] as const;

type Settings = Readonly<Record<string, string | undefined>>;

/** By which a command sees which keys an edge uses, without seeing them; whatever else the edge is told does not count. */
export const edgeKeysFingerprint = (settings: Settings): string =>
  // What is absent and what is empty mean the same to an edge.
  keyFingerprint(
    Object.fromEntries(
      EDGE_KEY_SETTINGS.flatMap((name) => (settings[name] ? [[name, settings[name]] as const] : [])),
    ),
  );

/** Of the password with which an edge comes to its Redis, which it reads at its start alone. */
export const redisPasswordFingerprint = (url: string): string =>
  keyFingerprint({ password: decodeURIComponent(new URL(url).password) });

/**
 * By which an operator's command sees which keys a process has taken over, without seeing them: they are random and long, so
 * that nobody finds them from it.
 */
export function keyFingerprint(settings: Settings): string {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}
