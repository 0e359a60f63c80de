import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Public, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { Client, type ClientInfo } from '../../http/client-info.ts';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { noRefreshCookie } from '../../http/refresh-cookie.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { cookiesAreSecure, signInCookies } from '../../http/sign-in-cookies.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { type LoginResult, loginResultSchema, loginSchema } from './login.schema.ts';
import { LoginService } from './login.service.ts';

@ApiTags('auth')
@Controller('auth')
export class LoginController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Public()
  @Refuses('unauthenticated', 'forbidden')
  @ApiOkResponse({ standardSchema: loginResultSchema })
  async login(
    @Body({ schema: loginSchema }) body: z.infer<typeof loginSchema>,
    @Client() client: ClientInfo,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResult> {
    const { result, grant } = await this.logins.login(body, client);
    if (grant !== null) {
      void reply.header('set-cookie', signInCookies(grant.deviceToken, grant.session, this.config));
    }
    return result;
  }

  @Post('logout')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: messageSchema })
  async logout(
    @CurrentUser() user: UserCaller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    await this.sessions.end(user.userId, user.sessionId, 'logout');
    void reply.header('set-cookie', noRefreshCookie(cookiesAreSecure(this.config)));
    return { message: 'Logged out successfully' };
  }
}
