import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  AuditLogger,
  type FailedWorkChoice,
  FailedWorkService,
  failedWorkChoiceSchema,
  failedWorkListSchema,
  type RecordAct,
  settledWorkSchema,
} from '@palisade/messaging/nest';
import { AdminOnly, CurrentUser, Sensitive, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

/** What the domain service gave up on: events, and jobs. */
@ApiTags('admin-edge')
@Controller('admin/edge/failed-work')
@AdminOnly()
export class FailedWorkController {
  constructor(
    private readonly failedWork: FailedWorkService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly auditLogger: AuditLogger,
  ) {}

  @Get()
  @ApiOkResponse({ standardSchema: failedWorkListSchema })
  listDomainsFailedWork() {
    return this.failedWork.list();
  }

  /** Has each handled once more. Those that fail again stay. */
  @Post('retry')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: settledWorkSchema })
  retryDomainsFailedWork(
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
  discardDomainsFailedWork(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: failedWorkChoiceSchema }) { items }: FailedWorkChoice,
  ) {
    return this.failedWork.discard(items, this.settling(admin));
  }

  private settling(admin: UserCaller) {
    const record: RecordAct = (manager, action, target, details) =>
      this.auditLogger.record(manager, admin, action, target, details);
    return { database: this.dataSource, record };
  }
}
