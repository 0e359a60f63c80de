import { createHash } from 'node:crypto';

/** The keys that every edge of an installation has, and goes over to while it runs. */
export const EDGE_KEY_SETTINGS = [
  'PALISADE_EDGE_CONFIG_KEYS',
  'PALISADE_EDGE_SEAL_KEY',
  'PALISADE_EDGE_SEAL_PREVIOUS_KEYS',
  'PALISADE_EVENT_SIGNING_KEY',
] as const;

type Settings = Readonly<Record<string, string | undefined>>;

/** Lets a command see which keys an edge uses, without revealing them; other settings are not included. */
export const edgeKeysFingerprint = (settings: Settings): string =>
  // Absent and empty settings mean the same to an edge.
  keyFingerprint(
    Object.fromEntries(
      EDGE_KEY_SETTINGS.flatMap((name) => (settings[name] ? [[name, settings[name]] as const] : [])),
    ),
  );

/** Fingerprint of an edge's Redis password, which it reads only at its start. */
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
