import { loadManagedRules, sensitivityVariables } from '../../../services/shared/managed-rules/src/index.ts';
import { compileRuleSet } from '../../../services/shared/waf-engine/src/index.ts';
import type { SiteRuleSet } from '../../../services/shared/waf-engine/src/model/api.ts';
import { type AskedRequest, send } from './inspecting-site.ts';

/** Blocked by the managed rules at every sensitivity. */
export const ATTACK = "1' UNION SELECT user, password FROM users--";

let site: SiteRuleSet | null = null;

/** Whether the managed rules at their lowest sensitivity stop a request. */
export function isBlocked(request: AskedRequest): boolean {
  site ??= compileRuleSet(loadManagedRules()).withOverlay({ tx: sensitivityVariables('low') });
  return send(site, request).interruption !== null;
}

const NOT_IN_TARGET = /[^\x21\x22\x24-\x7e]/g;

/** Bytes that a request target may contain; others are refused earlier. */
export function targetText(bytes: Buffer): string {
  return bytes.toString('latin1').replace(NOT_IN_TARGET, '+');
}
