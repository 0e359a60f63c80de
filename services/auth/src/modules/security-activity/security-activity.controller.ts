import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { securityEventsV1 } from '@palisade/contracts';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import { Authenticated, CurrentUser, Sensitive, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { securityActivityQuerySchema, securityActivitySchema } from './security-activity.schema.ts';
import { SecurityActivityService, type SecurityEventRow } from './security-activity.service.ts';
import { RETENTION_DAYS } from './security-event-kinds.ts';

@ApiTags('settings')
@Controller('settings/security-activity')
export class SecurityActivityController {
  constructor(
    private readonly database: DataSource,
    private readonly events: SecurityActivityService,
  ) {}

  @Get()
  @Authenticated(SESSION_ONLY)
  @Sensitive('security_activity.list')
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: securityActivitySchema })
  async listSecurityActivity(
    @CurrentUser() caller: UserCaller,
    @Query({ schema: securityActivityQuerySchema }) query: z.infer<typeof securityActivityQuerySchema>,
  ): Promise<z.infer<typeof securityActivitySchema>> {
    // One more than the page, to know whether there is a next one.
    const rows = await this.events.list(caller.userId, {
      before: query.before ?? null,
      limit: query.limit + 1,
    });
    const entries = rows.slice(0, query.limit).map(toView);
    return {
      entries,
      next: rows.length > query.limit ? (entries.at(-1)?.id ?? null) : null,
      kept_days: RETENTION_DAYS,
    };
  }

  @OnEvent('logs.exported.v1')
  async logsExported(
    event: securityEventsV1.LogsExported,
    context: EventContext<'logs.exported.v1'>,
  ): Promise<void> {
    const userId = event.userId as UserId;
    await this.database.transaction((manager) =>
      this.events.record(manager, {
        id: event.exportId,
        at: context.event.occurredAt,
        userId,
        kind: 'logs_exported',
        actor: { userId, clientAddress: event.clientAddress },
        userAgent: event.userAgent,
        details: {
          ...(event.domainName !== '' && { domain: event.domainName }),
          by: event.byApiKey ? 'api_key' : 'session',
        },
      }),
    );
  }

  @OnEvent('logs.stream_changed.v1')
  async logStreamChanged(
    event: securityEventsV1.LogStreamChanged,
    context: EventContext<'logs.stream_changed.v1'>,
  ): Promise<void> {
    const userId = event.userId as UserId;
    await this.database.transaction((manager) =>
      this.events.record(manager, {
        id: event.changeId,
        at: context.event.occurredAt,
        userId,
        kind: 'log_stream_changed',
        actor: { userId, clientAddress: event.clientAddress },
        userAgent: event.userAgent,
        details: {
          domain: event.domainName,
          stream: event.streamName,
          target: event.hint,
          act: STREAM_ACTS[event.act] ?? 'changed',
          by: streamChangedBy(event),
        },
      }),
    );
  }
}

const streamChangedBy = ({ act, byApiKey }: securityEventsV1.LogStreamChanged): string => {
  if (act === securityEventsV1.LogStreamAct.PAUSED_BY_PLAN) return 'plan';
  return byApiKey ? 'api_key' : 'session';
};

/** In the list and in the mail. */
const STREAM_ACTS: Readonly<Partial<Record<securityEventsV1.LogStreamAct, string>>> = {
  [securityEventsV1.LogStreamAct.ADDED]: 'added',
  [securityEventsV1.LogStreamAct.CHANGED]: 'changed',
  [securityEventsV1.LogStreamAct.REDIRECTED]: 'given another target',
  [securityEventsV1.LogStreamAct.SECRET_RENEWED]: 'given a new secret',
  [securityEventsV1.LogStreamAct.DELETED]: 'deleted',
  [securityEventsV1.LogStreamAct.PAUSED_BY_PLAN]: 'paused, since the plan includes fewer',
};

const toView = (row: SecurityEventRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  ip_address: row.client_address,
  user_agent: row.user_agent,
  by_administrator: row.by_administrator,
  details: row.details,
});
