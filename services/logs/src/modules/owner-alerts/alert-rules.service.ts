import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { affectedRows, DomainError, queryOne, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import type { RuleInput, RuleView } from './alert-rule.schema.ts';
import type { RuleRow } from './alert-rule-row.types.ts';
import { removeRules } from './alert-rules.repository.ts';
import { type Condition, type ReadFilter, readFilter } from './condition.schema.ts';
import { isRolledUp } from './measure.repository.ts';

/** Maximum per account: each is evaluated once a minute. */
export const MAX_RULES = 20;

const ruleNotFound = () => new DomainError('not_found', 'alert_rule_not_found', 'Alert rule not found');

/** An account's rules, as their owner sees and changes them. */
@Injectable()
export class AlertRulesService {
  constructor(
    private readonly database: DataSource,
    private readonly directory: DomainDirectoryService,
    private readonly publisher: EventPublisher,
  ) {}

  async list(ownerId: UserId): Promise<RuleView[]> {
    const rows: RuleRow[] = await this.database.query(
      `SELECT * FROM alert_rules WHERE owner_id = $1 ORDER BY created_at, rule_id LIMIT ${MAX_RULES}`,
      [ownerId],
    );
    const names = await this.namesOf(ownerId);
    return rows.map((row) => toView(row, names));
  }

  async create(ownerId: UserId, input: RuleInput): Promise<RuleView> {
    const siteId = await this.checked(ownerId, input);
    const row = await this.database.transaction(async (manager) => {
      await refuseBeyondLimit(manager, ownerId);
      const [made]: RuleRow[] = await manager.query(
        `INSERT INTO alert_rules (rule_id, owner_id, site_id, name, severity, condition, channel_ids, note, is_active)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
        [uuidV7(), ownerId, siteId, ...columnsOf(input)],
      );
      return made!;
    });
    return toView(row, await this.namesOf(ownerId));
  }

  /** Its condition may have changed: the state is reset, and an alert of the old condition ends. */
  async update(ownerId: UserId, ruleId: string, input: RuleInput): Promise<RuleView> {
    const siteId = await this.checked(ownerId, input);
    const row = await this.database.transaction(async (manager) => {
      const count = await affectedRows(
        manager,
        `UPDATE alert_rules SET site_id = $3, name = $4, severity = $5, condition = $6, channel_ids = $7, note = $8,
           is_active = $9, state = 'ok', state_since = now(), last_value = NULL, last_limit = NULL, last_problem = NULL,
           evaluated_at = '-infinity'
         WHERE rule_id = $1 AND owner_id = $2`,
        [ruleId, ownerId, siteId, ...columnsOf(input)],
      );
      if (count === 0) throw ruleNotFound();
      await manager.query(
        'UPDATE owner_alerts SET resolved_at = now() WHERE rule_id = $1 AND resolved_at IS NULL',
        [ruleId],
      );
      const [changed]: RuleRow[] = await manager.query('SELECT * FROM alert_rules WHERE rule_id = $1', [
        ruleId,
      ]);
      return changed!;
    });
    return toView(row, await this.namesOf(ownerId));
  }

  async remove(ownerId: UserId, ruleId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const which = 'rule_id = $1 AND owner_id = $2';
      const count = await removeRules(manager, this.publisher, { which, values: [ruleId, ownerId] });
      if (count === 0) throw ruleNotFound();
    });
  }

  /**
   * The rule is still evaluated meanwhile, without notifications; if it still fires afterwards, they are sent at the
   * next evaluation.
   */
  async silence(ownerId: UserId, ruleId: string, minutes: number): Promise<RuleView> {
    const row = await queryOne<RuleRow>(
      this.database,
      `UPDATE alert_rules SET silenced_until = CASE WHEN $3 = 0 THEN NULL ELSE now() + make_interval(mins => $3) END
       WHERE rule_id = $1 AND owner_id = $2 RETURNING *`,
      [ruleId, ownerId, minutes],
    );
    if (row === null) throw ruleNotFound();
    return toView(row, await this.namesOf(ownerId));
  }

  async forgetOwner(ownerId: string): Promise<void> {
    await this.database.query('DELETE FROM alert_rules WHERE owner_id = $1', [ownerId]);
  }

  /** @returns the site's id, empty for all. @throws DomainError `domain_not_found`, `alert_filter_invalid`, `alert_usual_unknown` */
  private async checked(ownerId: UserId, { domain, condition }: RuleInput): Promise<string> {
    checkedFilter(condition);
    if (domain === null) return '';
    const [owned] = await this.directory.select(ownerId, domain);
    return owned!.id;
  }

  private async namesOf(ownerId: UserId): Promise<Map<string, string>> {
    const domains = await this.directory.domainsOf(ownerId);
    return new Map(domains.map(({ id, name }) => [id, name]));
  }
}

/** @throws DomainError `alert_filter_invalid`, `alert_usual_unknown` */
export function checkedFilter(condition: Condition): ReadFilter {
  const read = readFilter(condition.filter);
  if (!read.ok)
    throw new DomainError('unprocessable', 'alert_filter_invalid', 'Please check the filter', {
      fields: read.issues.map(({ path, message }) => ({
        path: ['condition', 'filter', ...path].join('.'),
        message,
      })),
    });
  if (condition.compare === 'usual' && !isRolledUp(condition, read.filter)) {
    const message = 'Usual values are only known for all, blocked or allowed requests';
    throw new DomainError('unprocessable', 'alert_usual_unknown', message, {
      fields: [{ path: 'condition.compare', message }],
    });
  }
  return read.filter;
}

const columnsOf = (input: RuleInput) => [
  input.name,
  input.severity,
  JSON.stringify(input.condition),
  input.channel_ids,
  input.note,
  input.is_active,
];

async function refuseBeyondLimit(manager: EntityManager, ownerId: string): Promise<void> {
  // Two concurrent requests must not both create the last allowed one.
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('alert-rules:' || $1, 0))`, [ownerId]);
  const [counted]: { rules: number }[] = await manager.query(
    'SELECT count(*)::int AS rules FROM alert_rules WHERE owner_id = $1',
    [ownerId],
  );
  if ((counted?.rules ?? 0) >= MAX_RULES)
    throw new DomainError(
      'conflict',
      'too_many_alert_rules',
      `An account has at most ${MAX_RULES} alert rules. Remove one first.`,
    );
}

/** PostgreSQL's `-infinity` arrives as a number. */
const moment = (at: Date | number | null): string | null => (at instanceof Date ? at.toISOString() : null);

const toView = (row: RuleRow, names: ReadonlyMap<string, string>): RuleView => ({
  id: row.rule_id,
  name: row.name,
  severity: row.severity,
  domain: row.site_id === '' ? null : { id: row.site_id, name: names.get(row.site_id) ?? '' },
  condition: row.condition,
  channel_ids: row.channel_ids,
  note: row.note,
  is_active: row.is_active,
  silenced_until: (row.silenced_until?.getTime() ?? 0) > Date.now() ? moment(row.silenced_until) : null,
  state: row.state,
  state_since: row.state_since.toISOString(),
  last_value: row.last_value,
  last_limit: row.last_limit,
  last_problem: row.last_problem,
  evaluated_at: moment(row.evaluated_at),
});
