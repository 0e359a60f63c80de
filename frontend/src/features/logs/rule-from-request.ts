import { isPseudonym } from '../../entities/log/kept-client.ts';
import { CUSTOM_RULE_LIMITS } from '../../entities/policy/site-policy.ts';
import type { CustomRule, LogEntry } from '../../shared/api/types.ts';

/** A rule that fits requests like this one, for its owner to change before it is saved. */
export function ruleFrom(log: Pick<LogEntry, 'remote_addr' | 'request_method' | 'request_uri'>): CustomRule {
  const [path = ''] = log.request_uri.split('?');
  const equals = { name: '', negate: false, operator: 'equals' } as const;
  return {
    id: crypto.randomUUID(),
    name: `${log.request_method} ${path}`.slice(0, CUSTOM_RULE_LIMITS.name),
    enabled: true,
    action: 'block',
    skip: [],
    conditions: [
      ...(isPseudonym(log.remote_addr)
        ? []
        : [{ ...equals, field: 'ip' as const, values: [log.remote_addr] }]),
      ...(path.startsWith('/') ? [{ ...equals, field: 'path' as const, values: [path] }] : []),
    ],
  };
}
