import type { RequestContext } from '../../request/request-context.ts';

/** The file that crawlers request before all others (RFC 9309, 2.3). */
export const ROBOTS_PATH = '/robots.txt';

export function isRobotsTxt({ head }: RequestContext): boolean {
  const { target } = head;
  return target === ROBOTS_PATH || target.startsWith(`${ROBOTS_PATH}?`);
}
