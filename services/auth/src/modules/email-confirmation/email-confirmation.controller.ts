import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  type Caller,
  CurrentCaller,
  CurrentUser,
  Public,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import type { z } from 'zod';
import { Client, type ClientInfo } from '../../http/client-info.ts';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { EmailChangesService } from './email-changes.service.ts';
import { confirmEmailSchema, undoEmailChangeSchema } from './email-confirmation.schema.ts';
import { EmailConfirmationService } from './email-confirmation.service.ts';

@ApiTags('auth')
@Controller('auth')
export class EmailConfirmationController {
  constructor(
    private readonly confirmation: EmailConfirmationService,
    private readonly changes: EmailChangesService,
  ) {}

  /** `password_required`: nothing proves that the caller opened the account; repeat the call with its password. */
  @Post('confirm-email')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async confirmEmail(
    @CurrentCaller() caller: Caller,
    @Body({ schema: confirmEmailSchema }) body: z.infer<typeof confirmEmailSchema>,
    @Client() client: ClientInfo,
  ): Promise<MessageView> {
    await this.confirmation.confirm(body.token, { caller, client, password: body.password ?? null });
    return { message: 'Your email address is confirmed' };
  }

  /** By the link that was sent to the former address. */
  @Post('undo-email-change')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async undoEmailChange(
    @Body({ schema: undoEmailChangeSchema }) body: z.infer<typeof undoEmailChangeSchema>,
    @Client() client: ClientInfo,
  ): Promise<MessageView> {
    await this.changes.undo(body.token, client.address);
    return {
      message:
        'Your previous email address is restored, and all devices are signed out. We have sent you a link to choose a new password.',
    };
  }

  @Post('resend-confirmation')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @Refuses('invalid')
  @ApiOkResponse({ standardSchema: messageSchema })
  async resendConfirmation(@CurrentUser() caller: UserCaller): Promise<MessageView> {
    await this.confirmation.requestAgain(caller);
    return { message: 'We have sent you a new confirmation email' };
  }
}
