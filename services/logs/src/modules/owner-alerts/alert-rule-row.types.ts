import type { Severity } from './alert-rule.schema.ts';
import type { Condition } from './condition.schema.ts';
import type { RuleState } from './rule-state.rules.ts';

export interface RuleRow {
  rule_id: string;
  owner_id: string;
  /** Empty: all of the owner's sites. */
  site_id: string;
  name: string;
  severity: Severity;
  condition: Condition;
  channel_ids: string[];
  note: string;
  is_active: boolean;
  silenced_until: Date | null;
  state: RuleState;
  state_since: Date;
  last_value: number | null;
  last_limit: number | null;
  last_problem: string | null;
  evaluated_at: Date | number;
}

export interface AlertRow {
  alert_id: string;
  rule_id: string;
  owner_id: string;
  rule_name: string;
  severity: Severity;
  site_id: string;
  domain_name: string;
  /** The condition that raised it; null for alerts from before it was stored. */
  condition: Condition | null;
  summary: string;
  note: string;
  channel_ids: string[];
  is_silent: boolean;
  fired_at: Date;
  resolved_at: Date | null;
  acknowledged_at: Date | null;
  begin_told: boolean;
  end_told: boolean;
}
