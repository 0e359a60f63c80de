export { backoff } from './backoff.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
export { escapeMarkup } from './escape-markup.ts';
export { messageOfError } from './message-of-error.ts';
export { SingleFlight } from './single-flight.ts';
