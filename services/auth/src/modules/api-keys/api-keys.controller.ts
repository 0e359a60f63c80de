import { Body, Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { DAY_MS } from '@palisade/basics';
import {
  Authenticated,
  CurrentUser,
  DomainError,
  Refuses,
  Sensitive,
  type UserCaller,
} from '@palisade/nest-kit';
import { z } from 'zod';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import {
  type ApiKeyView,
  apiKeyListSchema,
  apiKeyRequestSchema,
  type NewApiKeyView,
  newApiKeySchema,
} from './api-key.schema.ts';
import { type ApiKeyRow, ApiKeysService } from './api-keys.service.ts';

@ApiTags('api-keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: apiKeyListSchema })
  async listApiKeys(@CurrentUser() caller: UserCaller): Promise<ApiKeyView[]> {
    return (await this.keys.list(caller.userId)).map(toView);
  }

  /** The key itself is in this response only. */
  @Post()
  @Authenticated(SESSION_ONLY)
  @Sensitive('api_key.create')
  @Refuses('conflict')
  @Header('cache-control', 'no-store')
  @ApiCreatedResponse({ standardSchema: newApiKeySchema })
  async createApiKey(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: apiKeyRequestSchema }) body: z.infer<typeof apiKeyRequestSchema>,
  ): Promise<NewApiKeyView> {
    if (body.scopes.includes('admin') && !caller.isAdmin) {
      const detail = 'Admin access required';
      throw new DomainError('forbidden', 'admin_required', detail, {
        fields: [{ path: 'scopes', message: detail }],
      });
    }
    const { secret, key } = await this.keys.create(caller, {
      name: body.name,
      scopes: [...new Set(body.scopes)],
      expiresAt: body.expires_in_days === null ? null : new Date(Date.now() + body.expires_in_days * DAY_MS),
    });
    return { ...toView(key), api_key: secret };
  }

  @Delete(':id')
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: messageSchema })
  async revokeApiKey(
    @CurrentUser() caller: UserCaller,
    @Param('id', { schema: z.uuid() }) id: string,
  ): Promise<MessageView> {
    await this.keys.revoke(caller, id);
    return { message: 'API key deleted' };
  }
}

const toView = (key: ApiKeyRow): ApiKeyView => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: key.scopes,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
});
