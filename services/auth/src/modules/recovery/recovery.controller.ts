import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
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
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';
import { Client, type ClientFacts } from '../../http/client-facts.ts';
import { deviceCookie } from '../../http/device-cookie.ts';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { EmailChanges } from '../confirmation/email-changes.ts';
import { EmailConfirmation } from '../confirmation/email-confirmation.ts';
import { cookiesAreSecure } from '../sessions/device-keeps.ts';
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
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly confirmation: EmailConfirmation,
    private readonly recovery: PasswordRecovery,
    private readonly changes: EmailChanges,
  ) {}

  /** `password_required`: nothing shows that whoever opened the account is there; ask again with its password. */
  @Post('confirm-email')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async confirmEmail(
    @CurrentCaller() caller: Caller,
    @Body({ schema: confirmEmailSchema }) body: z.infer<typeof confirmEmailSchema>,
    @Client() client: ClientFacts,
  ): Promise<MessageView> {
    await this.confirmation.confirm(body.token, { caller, client, password: body.password ?? null });
    return { message: 'Your email address is confirmed' };
  }

  /** By the link that went to the address which the account had before. */
  @Post('undo-email-change')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ standardSchema: messageSchema })
  async undoEmailChange(
    @Body({ schema: undoEmailChangeSchema }) body: z.infer<typeof undoEmailChangeSchema>,
    @Client() client: ClientFacts,
  ): Promise<MessageView> {
    await this.changes.undo(body.token, client.address);
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
    await this.confirmation.requestAgain(caller);
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
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    const deviceToken = await this.recovery.reset(body.token, body.new_password, client);
    void reply.header('set-cookie', deviceCookie(deviceToken, cookiesAreSecure(this.config)));
    return { message: 'Your password has been changed. Please log in with the new one.' };
  }
}
