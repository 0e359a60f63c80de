import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { Client, type ClientInfo } from '../../http/client-info.ts';
import { deviceCookie } from '../../http/device-cookie.ts';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { cookiesAreSecure } from '../../http/sign-in-cookies.ts';
import { PasswordRecoveryService } from './password-recovery.service.ts';
import { forgottenPasswordSchema, resetPasswordSchema } from './recovery.schema.ts';

@ApiTags('auth')
@Controller('auth')
export class RecoveryController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly recovery: PasswordRecoveryService,
  ) {}

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
    @Client() client: ClientInfo,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    const deviceToken = await this.recovery.reset(body.token, body.new_password, client);
    void reply.header('set-cookie', deviceCookie(deviceToken, cookiesAreSecure(this.config)));
    return { message: 'Your password has been changed. Please log in with the new one.' };
  }
}
