import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { AdminOnly, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { REPUTATION_STATES, reputationOf } from './reputation.rules.ts';

const count = z.int().min(0);
/** The domains with the most trouble, or the most mails. */
const MAX_DOMAINS = 20;
/** Retention of mails and bounces. */
const MAX_DAYS = 90;

const querySchema = z.object({ days: z.coerce.number().int().min(1).max(MAX_DAYS).default(30) });

const shape = {
  sent: count,
  /** Rejected by the other server at once and permanently. */
  refused: count,
  /** Permanent bounces, temporary bounces, and spam complaints. */
  hard: count,
  soft: count,
  complaints: count,
  /** too_few: too few mails for a judgement. */
  state: z.enum(REPUTATION_STATES),
};
const reputationSchema = z
  .object({
    ...shape,
    days: count,
    /** By recipient domain, worst first. */
    domains: z.array(z.object({ domain: z.string().max(254), ...shape })).max(MAX_DOMAINS),
  })
  .meta({ id: 'MailReputation' });

type Counts = Record<'sent' | 'refused' | 'hard' | 'soft' | 'complaints', number>;

const SUMS = `count(*) FILTER (WHERE what = 'sent')::int AS sent, count(*) FILTER (WHERE what = 'failed')::int AS refused,
  count(*) FILTER (WHERE what = 'hard')::int AS hard, count(*) FILTER (WHERE what = 'soft')::int AS soft,
  count(*) FILTER (WHERE what = 'complaint')::int AS complaints`;

/** How other servers and readers react to outgoing mails. */
@ApiTags('admin-smtp')
@Controller('admin/smtp/reputation')
@AdminOnly()
export class ReputationController {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Bounces, rejections and complaints of the last days, and how mail services are likely to judge them. */
  @Get()
  @ApiQuery({ name: 'days', type: Number, required: false })
  @ApiOkResponse({ standardSchema: reputationSchema })
  async getMailReputation(@Query({ schema: querySchema }) { days }: z.infer<typeof querySchema>) {
    const found = await queryRows<Counts & { domain: string | null }>(
      this.dataSource,
      `WITH since AS (SELECT now() - make_interval(days => $1) AS at),
       facts AS (
         SELECT to_address AS email, status AS what FROM mails, since
          WHERE created_at >= at AND status IN ('sent', 'failed')
         UNION ALL
         SELECT email, status FROM campaign_recipients, since WHERE finished_at >= at AND status IN ('sent', 'failed')
         UNION ALL
         SELECT email, kind FROM bounces, since WHERE created_at >= at
       )
       SELECT * FROM (
         SELECT left(lower(split_part(email, '@', 2)), 254) AS domain, ${SUMS} FROM facts
          GROUP BY GROUPING SETS ((1), ())
       ) AS sums
        ORDER BY domain IS NULL DESC, complaints DESC, hard + refused DESC, sent DESC, domain LIMIT $2`,
      [days, MAX_DOMAINS + 1],
    );
    const nothing = { sent: 0, refused: 0, hard: 0, soft: 0, complaints: 0 };
    const judged = (counts: Counts) => ({ ...counts, state: reputationOf(counts) });
    const { domain: _all, ...total } = found.find(({ domain }) => domain === null) ?? {
      domain: null,
      ...nothing,
    };
    return {
      ...judged(total),
      days,
      domains: found.flatMap(({ domain, ...counts }) =>
        domain === null ? [] : [{ domain, ...judged(counts) }],
      ),
    };
  }
}
