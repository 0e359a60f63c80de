import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { type TrialInput, trialInputSchema, trialSchema } from './trials.schema.ts';
import { TrialsService } from './trials.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/trials')
export class TrialsController {
  constructor(private readonly trials: TrialsService) {}

  /**
   * What a change that is not saved would make of the recorded requests: a stretch of them, newest first. Ask again with `next`
   * until it is null, or stop.
   */
  @Post()
  @Authenticated('logs:read')
  @Refuses('not_found', 'unprocessable', 'too_many')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: trialSchema })
  tryChange(@CurrentUser() user: UserCaller, @Body({ schema: trialInputSchema }) body: TrialInput) {
    return this.trials.next(user.userId, body);
  }
}
