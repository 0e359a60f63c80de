import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  auditEvent,
  EventPublisher,
  type FailedWorkChoice,
  FailedWorkService,
  failedWorkChoiceSchema,
  failedWorkListSchema,
  type RecordAct,
  settledWorkSchema,
} from '@palisade/messaging/nest';
import { AdminOnly, CurrentUser, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';

/** What the log service gave up on: events. */
@ApiTags('admin-logs')
@Controller('admin/logs/failed-work')
@AdminOnly()
export class FailedWorkController {
  constructor(
    private readonly failedWork: FailedWorkService,
    private readonly dataSource: DataSource,
    private readonly publisher: EventPublisher,
  ) {}

  @Get()
  @ApiOkResponse({ standardSchema: failedWorkListSchema })
  listLogsFailedWork() {
    return this.failedWork.list();
  }

  /** Has each handled once more. Those that fail again stay. */
  @Post('retry')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: settledWorkSchema })
  retryLogsFailedWork(
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
  discardLogsFailedWork(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: failedWorkChoiceSchema }) { items }: FailedWorkChoice,
  ) {
    return this.failedWork.discard(items, this.settling(admin));
  }

  private settling(admin: UserCaller) {
    const record: RecordAct = (_manager, action, target, details) =>
      this.publisher.publish([auditEvent(admin, action, target, details)]);
    return { database: this.dataSource, record };
  }
}
