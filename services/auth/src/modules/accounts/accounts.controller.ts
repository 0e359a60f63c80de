import { Body, Controller, Get, Header, Inject, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Public, type UserCaller } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';
import { Client, type ClientFacts } from '../../http/client-facts.ts';
import { cookiesOf } from '../sessions/device-keeps.ts';
import {
  registerSchema,
  type SessionTokenView,
  sessionTokenSchema,
  type UserView,
  userSchema,
} from './account.dto.ts';
import { Registration } from './registration.ts';
import { UserViews } from './user-views.ts';
import { Users } from './users.ts';

@ApiTags('auth')
@Controller('auth')
export class AccountsController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly registration: Registration,
    private readonly users: Users,
    private readonly views: UserViews,
  ) {}

  @Post('register')
  @Public()
  @ApiCreatedResponse({ standardSchema: sessionTokenSchema })
  async register(
    @Body({ schema: registerSchema }) body: z.infer<typeof registerSchema>,
    @Client() client: ClientFacts,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionTokenView> {
    const { view, keep } = await this.registration.register(body, client);
    void reply.header('set-cookie', cookiesOf(keep, this.config));
    return view;
  }

  @Get('me')
  @Authenticated('account:read')
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: userSchema })
  async getMe(@CurrentUser() caller: UserCaller): Promise<UserView> {
    return this.views.of(await this.users.get(this.database.manager, caller.userId));
  }
}
