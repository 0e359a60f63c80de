import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  type FailedWorkChoice,
  FailedWorkService,
  failedWorkChoiceSchema,
  failedWorkListSchema,
  type RecordAct,
  settledWorkSchema,
} from '@palisade/messaging/nest';
import { AdminOnly, CurrentUser, Sensitive, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { AuditLogService } from '../audit/audit-log.service.ts';

/** What the account service gave up on: events. */
@ApiTags('admin-auth')
@Controller('admin/auth/failed-work')
@AdminOnly()
export class FailedWorkController {
  constructor(
    private readonly failedWork: FailedWorkService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditLogService,
  ) {}

  @Get()
  @ApiOkResponse({ standardSchema: failedWorkListSchema })
  listAuthFailedWork() {
    return this.failedWork.list();
  }

  /** Has each handled once more. Those that fail again stay. */
  @Post('retry')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: settledWorkSchema })
  retryAuthFailedWork(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: failedWorkChoiceSchema }) { items }: FailedWorkChoice,
  ) {
    return this.failedWork.retry(items, this.settling(admin));
  }

  /** What they would have changed is not changed. */
  @Post('discard')
  @HttpCode(200)
  @Sensitive('admin.failed_work.discard')
  @ApiOkResponse({ standardSchema: settledWorkSchema })
  discardAuthFailedWork(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: failedWorkChoiceSchema }) { items }: FailedWorkChoice,
  ) {
    return this.failedWork.discard(items, this.settling(admin));
  }

  private settling(admin: UserCaller) {
    const record: RecordAct = (manager, action, id, details) =>
      this.audit.record(manager, admin, action, { type: 'failed_work', id }, details);
    return { database: this.dataSource, record };
  }
}
