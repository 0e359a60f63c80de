import type { HeadFacts } from './head.ts';
import type { RequestHead } from './request-head.ts';

/** Whether the client may send a further request on its connection (RFC 9112, 9.3). `connection`: the header's value. */
export function isPersistent(connection: string, minorVersion: 0 | 1): boolean {
  if (connection === '') return minorVersion === 1;
  const options = connection.toLowerCase();
  if (minorVersion === 0) return hasOption(options, 'keep-alive') && !hasOption(options, 'close');
  return !hasOption(options, 'close');
}

/** @param options a Connection header in lower case. */
export function hasOption(options: string, option: string): boolean {
  if (!options.includes(option)) return false;
  return options.split(',').some((part) => part.trim() === option);
}

/** h2c and everything else that a client may wish to upgrade to is ignored, as RFC 9110 allows. */
export function isWebSocket(head: RequestHead, facts: HeadFacts): boolean {
  return (
    facts.upgrade !== '' &&
    head.method === 'GET' &&
    head.minorVersion === 1 &&
    facts.upgrade.toLowerCase() === 'websocket' &&
    hasOption(facts.connection.toLowerCase(), 'upgrade')
  );
}
