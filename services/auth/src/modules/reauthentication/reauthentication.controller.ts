import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { SESSION_ONLY } from '../../http/scopes.ts';
import {
  type ReauthenticationView,
  reauthenticateSchema,
  reauthenticationSchema,
} from './reauthentication.schema.ts';
import { ReauthenticationService } from './reauthentication.service.ts';

@ApiTags('auth')
@Controller('auth')
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  /**
   * Allows sensitive actions in this session for ten minutes, which otherwise answer 403 `reauthentication_required`.
   */
  @Post('reauthenticate')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: reauthenticationSchema })
  async reauthenticate(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: reauthenticateSchema }) body: z.infer<typeof reauthenticateSchema>,
  ): Promise<ReauthenticationView> {
    const until = await this.reauthentication.confirm(caller, body);
    return { requires_mfa: until === null, confirmed_until: until?.toISOString() ?? null };
  }
}
