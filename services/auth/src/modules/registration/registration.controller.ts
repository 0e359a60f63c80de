import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { Client, type ClientInfo } from '../../http/client-info.ts';
import { signInCookies } from '../../http/sign-in-cookies.ts';
import { registerSchema, type SessionTokenView, sessionTokenSchema } from './registration.schema.ts';
import { RegistrationService } from './registration.service.ts';

@ApiTags('auth')
@Controller('auth')
export class RegistrationController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly registration: RegistrationService,
  ) {}

  @Post('register')
  @Public()
  @ApiCreatedResponse({ standardSchema: sessionTokenSchema })
  async register(
    @Body({ schema: registerSchema }) body: z.infer<typeof registerSchema>,
    @Client() client: ClientInfo,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionTokenView> {
    const { view, grant } = await this.registration.register(body, client);
    void reply.header('set-cookie', signInCookies(grant.deviceToken, grant.session, this.config));
    return view;
  }
}
