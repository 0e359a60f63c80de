import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Client, type ClientInfo } from '../../http/client-info.ts';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { PasswordCheckService } from '../password-check/password-check.service.ts';
import { UsersService } from '../users/users.service.ts';
import {
  type MfaConfigs as MfaConfigsView,
  type MfaSetup,
  type MfaStatus,
  mfaConfigsSchema,
  mfaEnableSchema,
  mfaSetupSchema,
  mfaStatusSchema,
  passwordConfirmationSchema,
} from './mfa.schema.ts';
import { MfaConfigsService } from './mfa-configs.service.ts';

type PasswordConfirmation = z.infer<typeof passwordConfirmationSchema>;

@ApiTags('mfa')
@Controller('settings/mfa')
export class MfaController {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly configs: MfaConfigsService,
    private readonly passwords: PasswordCheckService,
  ) {}

  @Get('status')
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: mfaStatusSchema })
  getMfaStatus(@CurrentUser() caller: UserCaller): Promise<MfaStatus> {
    return this.configs.status(caller.userId);
  }

  @Get('configs')
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: mfaConfigsSchema })
  listMfaConfigs(@CurrentUser() caller: UserCaller): Promise<MfaConfigsView> {
    return this.configs.list(caller.userId);
  }

  /** Creates a new secret each time; nothing changes for the account until it is enabled. */
  @Get('setup')
  @Authenticated(SESSION_ONLY)
  @Sensitive('mfa.set_up')
  @Refuses('conflict')
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: mfaSetupSchema })
  async setUpMfa(@CurrentUser() caller: UserCaller): Promise<MfaSetup> {
    const user = await this.users.get(this.database.manager, caller.userId);
    return this.configs.setUp(user, false);
  }

  @Post('enable')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: messageSchema })
  async enableMfa(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: mfaEnableSchema }) body: z.infer<typeof mfaEnableSchema>,
    @Client() client: ClientInfo,
  ): Promise<MessageView> {
    const user = await this.users.get(this.database.manager, caller.userId);
    await this.configs.enable(user, caller, body.token, client);
    return { message: 'MFA enabled successfully! You will receive an email confirmation.' };
  }

  @Post('disable')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @Sensitive('mfa.disable')
  @ApiOkResponse({ standardSchema: messageSchema })
  async disableMfa(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: passwordConfirmationSchema }) body: PasswordConfirmation,
  ): Promise<MessageView> {
    await this.configs.disable(await this.passwords.require(caller, body.password), caller);
    return { message: 'MFA disabled successfully' };
  }

  /** A new secret that replaces the active one once it is enabled. */
  @Post('regenerate')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @Sensitive('mfa.regenerate')
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: mfaSetupSchema })
  async regenerateMfa(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: passwordConfirmationSchema }) body: PasswordConfirmation,
  ): Promise<MfaSetup> {
    return this.configs.setUp(await this.passwords.require(caller, body.password), true);
  }

  @Delete('configs/:id')
  @Authenticated(SESSION_ONLY)
  @Sensitive('mfa.delete')
  @ApiOkResponse({ standardSchema: messageSchema })
  async deleteMfaConfig(
    @CurrentUser() caller: UserCaller,
    @Param('id', { schema: z.uuid() }) id: string,
    @Body({ schema: passwordConfirmationSchema }) body: PasswordConfirmation,
  ): Promise<MessageView> {
    await this.configs.delete(await this.passwords.require(caller, body.password), caller, id);
    return { message: 'MFA configuration deleted' };
  }
}
