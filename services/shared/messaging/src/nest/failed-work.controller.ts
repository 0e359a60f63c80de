import { Body, Get, HttpCode, Inject, Post, type Type } from '@nestjs/common';
import {
  AdminOnly,
  CurrentUser,
  Operation,
  Sensitive,
  TaggedController,
  type UserCaller,
} from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { ACT_RECORDER, type RecorderOfActs } from './act-recorder.ts';
import {
  type FailedWorkChoice,
  type FailedWorkList,
  failedWorkChoiceSchema,
  failedWorkListSchema,
  type SettledWork,
  settledWorkSchema,
} from './failed-work.schema.ts';
import { FailedWorkService } from './failed-work.service.ts';

/** A service's failed work: events, and jobs. */
export function failedWorkController({ tag, path, name }: { tag: string; path: string; name: string }): Type {
  @TaggedController(tag, `${path}/failed-work`)
  @AdminOnly()
  class FailedWorkController {
    constructor(
      @Inject(FailedWorkService) private readonly failedWork: FailedWorkService,
      @Inject(DataSource) private readonly database: DataSource,
      @Inject(ACT_RECORDER) private readonly recorderOf: RecorderOfActs,
    ) {}

    @Get()
    @Operation(`list${name}FailedWork`, failedWorkListSchema)
    list(): Promise<FailedWorkList> {
      return this.failedWork.list();
    }

    /** Has each handled once more. Those that fail again stay. */
    @Post('retry')
    @HttpCode(200)
    @Operation(`retry${name}FailedWork`, settledWorkSchema)
    retry(
      @CurrentUser() admin: UserCaller,
      @Body({ schema: failedWorkChoiceSchema }) { items }: FailedWorkChoice,
    ): Promise<SettledWork> {
      return this.failedWork.retry(items, { database: this.database, record: this.recorderOf(admin) });
    }

    /** Discards them: their changes are not made. */
    @Post('discard')
    @HttpCode(200)
    @Sensitive('admin.failed_work.discard')
    @Operation(`discard${name}FailedWork`, settledWorkSchema)
    discard(
      @CurrentUser() admin: UserCaller,
      @Body({ schema: failedWorkChoiceSchema }) { items }: FailedWorkChoice,
    ): Promise<SettledWork> {
      return this.failedWork.discard(items, { database: this.database, record: this.recorderOf(admin) });
    }
  }
  return FailedWorkController;
}
