import type { ServerResponse } from 'node:http';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import {
  type PolicyReplayInput,
  policyReplayInputSchema,
  policyReplaySchema,
} from './policy-replay.schema.ts';
import { PolicyReplayService } from './policy-replay.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/policy-replays')
export class PolicyReplayController {
  constructor(private readonly replays: PolicyReplayService) {}

  /**
   * Effect of an unsaved change on the recorded requests: a batch of them, newest first. Repeat with `next` until it is
   * null, or stop.
   */
  @Post()
  @Authenticated('logs:read')
  @Refuses('not_found', 'unprocessable', 'too_many')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: policyReplaySchema })
  tryChange(
    @CurrentUser() user: UserCaller,
    @Body({ schema: policyReplayInputSchema }) body: PolicyReplayInput,
    @Res({ passthrough: true }) { raw }: { raw: ServerResponse },
  ) {
    const left = new AbortController();
    // After the response there is nothing left to abort.
    raw.once('close', () => left.abort());
    return this.replays.next(user.userId, body, left.signal);
  }
}
