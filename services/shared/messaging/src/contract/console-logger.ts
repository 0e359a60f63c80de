import type { BusLogger } from './bus.ts';

/** For programs without a logger of their own: one JSON line an entry on stderr. */
export function consoleLogger(name: string): BusLogger {
  const write = (level: string) => (message: string, facts: Record<string, unknown>) => {
    process.stderr.write(
      `${JSON.stringify({ level, time: new Date().toISOString(), name, message, ...facts })}\n`,
    );
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
