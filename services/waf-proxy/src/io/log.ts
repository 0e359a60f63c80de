let linesLost = 0;
/** The reader of the log is gone, or the disk is full: lines are lost, the process continues. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => linesLost++);

/** How many lines could not be written since the process has started. */
export const logLinesLost = (): number => linesLost;

/** One JSON line per event, as every service of the house writes them. */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  facts: Record<string, unknown> = {},
): void {
  const line = JSON.stringify({
    time: new Date().toISOString(),
    level,
    service: 'waf-proxy',
    message,
    ...facts,
  });
  (level === 'info' ? process.stdout : process.stderr).write(`${line}\n`);
}

export function messageWithCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
