import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Public, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';
import { Client, type ClientFacts } from '../../http/client-facts.ts';
import { deviceCookie } from '../../http/device-cookie.ts';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { Sessions } from '../sessions/sessions.ts';
import { type LoginResult, loginResultSchema, loginSchema } from './login.dto.ts';
import { Login } from './login.ts';

@ApiTags('auth')
@Controller('auth')
export class LoginController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly logins: Login,
    private readonly sessions: Sessions,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Public()
  @Refuses('unauthenticated', 'forbidden')
  @ApiOkResponse({ standardSchema: loginResultSchema })
  async login(
    @Body({ schema: loginSchema }) body: z.infer<typeof loginSchema>,
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResult> {
    const { result, deviceToken } = await this.logins.login(body, client);
    if (deviceToken !== null) {
      const secure = this.config.PALISADE_PUBLIC_URL.startsWith('https:');
      void reply.header('set-cookie', deviceCookie(deviceToken, secure));
    }
    return result;
  }

  @Post('logout')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: messageSchema })
  async logout(@CurrentUser() user: UserCaller): Promise<MessageView> {
    await this.sessions.end(user.userId, user.sessionId, 'logout');
    return { message: 'Logged out successfully' };
  }
}
