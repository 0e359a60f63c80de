import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Public, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { EmailChanges } from '../confirmation/email-changes.ts';
import { EmailConfirmation } from '../confirmation/email-confirmation.ts';
import { PasswordRecovery } from './password-recovery.ts';
import {
  confirmEmailSchema,
  forgottenPasswordSchema,
  resetPasswordSchema,
  undoEmailChangeSchema,
} from './recovery.dto.ts';

@ApiTags('auth')
@Controller('auth')
export class RecoveryController {
  constructor(
    private readonly confirmation: EmailConfirmation,
    private readonly recovery: PasswordRecovery,
    private readonly changes: EmailChanges,
  ) {}

  @Post('confirm-email')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async confirmEmail(
    @Body({ schema: confirmEmailSchema }) body: z.infer<typeof confirmEmailSchema>,
  ): Promise<MessageView> {
    await this.confirmation.confirm(body.token);
    return { message: 'Your email address is confirmed' };
  }

  /** By the link that went to the address which the account had before. */
  @Post('undo-email-change')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async undoEmailChange(
    @Body({ schema: undoEmailChangeSchema }) body: z.infer<typeof undoEmailChangeSchema>,
  ): Promise<MessageView> {
    await this.changes.undo(body.token);
    return {
      message:
        'Your account has its old address again, and everyone is signed out. We have sent you a link to choose a new password.',
    };
  }

  @Post('resend-confirmation')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @Refuses('invalid')
  @ApiOkResponse({ standardSchema: messageSchema })
  async resendConfirmation(@CurrentUser() caller: UserCaller): Promise<MessageView> {
    await this.confirmation.requestAgain(caller.userId);
    return { message: 'We have sent you a new confirmation email' };
  }

  @Post('forgotten-password')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async requestPasswordReset(
    @Body({ schema: forgottenPasswordSchema }) body: z.infer<typeof forgottenPasswordSchema>,
  ): Promise<MessageView> {
    await this.recovery.request(body.email);
    return { message: 'If there is an account with this address, we have sent a link to it.' };
  }

  @Post('reset-password')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async resetPassword(
    @Body({ schema: resetPasswordSchema }) body: z.infer<typeof resetPasswordSchema>,
  ): Promise<MessageView> {
    await this.recovery.reset(body.token, body.new_password);
    return { message: 'Your password has been changed. Please log in with the new one.' };
  }
}
