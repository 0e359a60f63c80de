import { Injectable, Logger } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import { uuidV7 } from '@palisade/messaging';
import { affectedRows, DomainError, queryOne, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { type OwnedSites, OwnedSitesService } from '../ownership/owned-sites.service.ts';
import type { RuleRow } from './alert-rule-row.types.ts';
import { checkedFilter } from './alert-rules.service.ts';
import { MeasureRepository } from './measure.repository.ts';
import { isUncertain, judge, type Measured, type Verdict, withMissing } from './measured.rules.ts';
import { step } from './rule-state.rules.ts';
import { sentenceOf } from './sentence.rules.ts';

/** Maximum time of a run, ms; rules that it did not reach come first in the next one. */
const RUN_MS = 45_000;
/** Maximum time per run for one owner's rules, ms: a few expensive rules must not delay everybody's. */
const OWNER_MS = 3_000;
/** Interval at which a long run reports its progress, ms. */
const PROGRESS_INTERVAL_MS = 5_000;
/** Delay of stored records, ms, from which rules show a notice. */
const BEHIND_MS = 3 * MINUTE_MS;

/** The result of a rule, or why there is none. */
type Finding =
  | { verdict: Verdict | null; measured: Measured; domainName: string; problem: null }
  | { problem: string };

/** Time of a run, the time up to which its data is stored, and whether edge nodes may still have some of it. */
interface Times {
  now: Date;
  asOf: Date;
  areEdgesMissing: boolean;
}

/**
 * Evaluates each rule once per interval. Every instance takes part, and each rule is claimed by one; one that fails is
 * skipped until the next time, and delays no other.
 */
@Injectable()
export class RuleEvaluationService {
  private readonly logger = new Logger(RuleEvaluationService.name);

  constructor(
    private readonly database: DataSource,
    private readonly sites: OwnedSitesService,
    private readonly measures: MeasureRepository,
  ) {}

  /**
   * @param pauseMs between two evaluations of a rule
   * @param run `asOf`: time up to which records are stored, and so up to which rules are evaluated. `areEdgesMissing`:
   * edge nodes may have requests that come later. `tell`: called every few seconds of a long run
   * @returns the number of rules evaluated
   */
  async evaluate(
    pauseMs: number,
    now = new Date(),
    {
      asOf = now,
      areEdgesMissing = false,
      tell,
    }: { asOf?: Date; areEdgesMissing?: boolean; tell?: () => Promise<unknown> } = {},
  ): Promise<number> {
    const started = performance.now();
    const spent = new Map<string, number>();
    let [looked, reportedAt] = [0, started];
    const times = { now, asOf, areEdgesMissing };
    while (performance.now() - started < RUN_MS && (await this.evaluateNext(pauseMs, times, spent))) {
      looked++;
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
      await tell?.();
      reportedAt = performance.now();
    }
    return looked;
  }

  /**
   * Claims a rule before evaluating it, so that no other instance does.
   * @param spent milliseconds of this run, by owner
   */
  private async evaluateNext(pauseMs: number, times: Times, spent: Map<string, number>): Promise<boolean> {
    const { now } = times;
    const resting = [...spent].filter(([, ms]) => ms >= OWNER_MS).map(([owner]) => owner);
    const rule = await queryOne<RuleRow>(
      this.database,
      `UPDATE alert_rules SET evaluated_at = $2 WHERE rule_id = (
         SELECT rule_id FROM alert_rules WHERE is_active AND evaluated_at < $1 AND NOT owner_id = ANY($3::uuid[])
         ORDER BY evaluated_at LIMIT 1 FOR UPDATE SKIP LOCKED
       ) RETURNING *`,
      // A timer that fires a little early is accepted.
      [new Date(now.getTime() - pauseMs * 0.9), now, resting],
    );
    if (rule === null) return false;
    const began = performance.now();
    const finding = await this.look(rule, times);
    spent.set(rule.owner_id, (spent.get(rule.owner_id) ?? 0) + performance.now() - began);
    if (finding.problem === null)
      await this.database.transaction((manager) => this.advance(manager, rule, finding, times));
    // The value measured before is not the current value.
    else
      await this.database.query(
        'UPDATE alert_rules SET last_problem = $2, last_value = NULL, last_limit = NULL WHERE rule_id = $1',
        [rule.rule_id, finding.problem],
      );
    return true;
  }

  private async look(rule: RuleRow, { asOf, areEdgesMissing }: Times): Promise<Finding> {
    try {
      const filter = checkedFilter(rule.condition);
      const sites = await this.sites.sitesOf(rule.owner_id as UserId, rule.site_id || null);
      const measured = await this.measures.measure(sites.numbers, rule.condition, filter, asOf.getTime());
      const verdict = judge(rule.condition, measured);
      // Neither a beginning nor an end.
      if (areEdgesMissing && isUncertain(withMissing(rule.condition, measured), verdict))
        return { problem: 'edges_missing' };
      if (isUncertain(measured, verdict)) return { problem: 'alert_reads_too_much' };
      return {
        problem: null,
        measured,
        verdict,
        domainName: nameOf(sites, rule),
      };
    } catch (error) {
      if (error instanceof DomainError) return { problem: error.code };
      this.logger.warn({ err: error, rule: rule.rule_id }, 'alert rule evaluation failed');
      return { problem: 'internal' };
    }
  }

  /** Without a result no alert begins, and an active one ends. */
  private async advance(
    manager: EntityManager,
    rule: RuleRow,
    { verdict, measured, domainName }: Extract<Finding, { problem: null }>,
    { now, asOf }: Times,
  ): Promise<void> {
    const { condition } = rule;
    const next = step(
      { state: rule.state, sinceMs: rule.state_since.getTime() },
      verdict?.holds ?? false,
      asOf.getTime(),
      condition.hold_minutes * MINUTE_MS,
    );
    const unchanged = await affectedRows(
      manager,
      `UPDATE alert_rules SET state = $2, state_since = $3, last_value = $4, last_limit = $5, last_problem = $7
       WHERE rule_id = $1 AND evaluated_at = $6`,
      [
        ...[rule.rule_id, next.state, new Date(next.sinceMs), measured.value, verdict?.limit ?? null, now],
        now.getTime() - asOf.getTime() > BEHIND_MS
          ? 'logs_behind'
          : measured.extent === 'all'
            ? null
            : 'alert_reads_part',
      ],
    );
    // The owner has changed the rule meanwhile, so this result no longer belongs to it.
    if (unchanged === 0) return;
    if (next.event === 'resolved')
      await manager.query(
        'UPDATE owner_alerts SET resolved_at = $2 WHERE rule_id = $1 AND resolved_at IS NULL',
        [rule.rule_id, asOf],
      );
    if (next.state === 'firing' && next.event === null && !isSilenced(rule, now))
      await tellOfSilent(manager, rule);
    if (next.event === 'fired' && verdict !== null)
      await keepAlert(manager, rule, {
        domainName,
        summary: sentenceOf(condition, verdict.value, verdict.limit, measured.detail),
        isSilent: isSilenced(rule, now),
        firedAt: asOf,
      });
  }
}

const isSilenced = ({ silenced_until }: RuleRow, now: Date): boolean =>
  silenced_until !== null && silenced_until > now;

/** An alert that began while the rule was muted and outlasts it: report it to its owner, and later its end. */
async function tellOfSilent(manager: EntityManager, { rule_id }: RuleRow): Promise<void> {
  await manager.query(
    `UPDATE owner_alerts SET is_silent = false, begin_told = false, end_told = false
     WHERE rule_id = $1 AND resolved_at IS NULL AND is_silent`,
    [rule_id],
  );
}

const nameOf = (sites: OwnedSites, { site_id }: RuleRow): string => {
  const [number] = sites.numbers;
  return site_id === '' || number === undefined ? '' : sites.nameOf(number);
};

async function keepAlert(
  manager: EntityManager,
  rule: RuleRow,
  {
    domainName,
    summary,
    isSilent,
    firedAt,
  }: { domainName: string; summary: string; isSilent: boolean; firedAt: Date },
): Promise<void> {
  await manager.query(
    `INSERT INTO owner_alerts (alert_id, rule_id, owner_id, rule_name, severity, site_id, domain_name, summary, note,
       channel_ids, is_silent, fired_at, begin_told, end_told, condition)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $11, $13)`,
    [
      uuidV7(),
      rule.rule_id,
      rule.owner_id,
      rule.name,
      rule.severity,
      rule.site_id,
      domainName,
      summary,
      rule.note,
      rule.channel_ids,
      isSilent,
      firedAt,
      rule.condition,
    ],
  );
}
