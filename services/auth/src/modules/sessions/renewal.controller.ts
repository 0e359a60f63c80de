import { Body, Controller, Header, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public, Refuses } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { Client, type ClientInfo } from '../../http/client-info.ts';
import { refreshCookie } from '../../http/refresh-cookie.ts';
import { cookiesAreSecure } from '../../http/sign-in-cookies.ts';
import { RenewalsService } from './renewals.service.ts';
import { grantView, type RenewedTokenView, renewedTokenSchema, renewSchema } from './session.schema.ts';

@ApiTags('auth')
@Controller('auth')
export class RenewalController {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly renewals: RenewalsService,
  ) {}

  /** Issues a new access token to a browser by its cookies, which replace the bearer token here. */
  @Post('renew')
  @HttpCode(200)
  @Public()
  @Refuses('invalid', 'unauthenticated', 'forbidden')
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: renewedTokenSchema })
  async renew(
    @Body({ schema: renewSchema }) _body: z.infer<typeof renewSchema>,
    @Client() client: ClientInfo,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RenewedTokenView> {
    const { userId, session } = await this.renewals.renew(client);
    if (session.refreshToken !== null) {
      const secure = cookiesAreSecure(this.config);
      void reply.header('set-cookie', refreshCookie(session.refreshToken, session.expiresAt, secure));
    }
    return { ...grantView(session), user_id: userId };
  }
}
