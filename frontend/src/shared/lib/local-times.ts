const MINUTE_MS = 60_000;

/** As a field for date and time has it: in the browser's own time, to the minute. */
export function localTimeOf(ms: number): string {
  const offset = new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - offset).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);
}

/** The moment that such a field names; what is none is left to the service to refuse. */
export function momentOf(local: string): string {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
