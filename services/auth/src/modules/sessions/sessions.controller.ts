import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Sensitive, type SessionId, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { sessionIdSchema, sessionListSchema } from './session.schema.ts';
import { SessionsService } from './sessions.service.ts';

@ApiTags('sessions')
@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Authenticated(SESSION_ONLY)
  @Sensitive('session.list')
  @ApiOkResponse({ standardSchema: sessionListSchema })
  async listSessions(@CurrentUser() user: UserCaller): Promise<z.infer<typeof sessionListSchema>> {
    const sessions = await this.sessions.list(user.userId);
    return sessions.map((session) => ({
      id: session.id,
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
      ip_address: session.clientAddress,
      user_agent: session.userAgent,
      current: session.id === user.sessionId,
    }));
  }

  /** Signs out all other sessions. */
  @Delete()
  @Authenticated(SESSION_ONLY)
  @Sensitive('session.end_others')
  @ApiOkResponse({ standardSchema: messageSchema })
  async revokeOtherSessions(@CurrentUser() user: UserCaller): Promise<MessageView> {
    await this.sessions.endOthers(user);
    return { message: 'Signed out on all other devices' };
  }

  @Delete(':id')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @Sensitive('session.end')
  @ApiOkResponse({ standardSchema: messageSchema })
  async revokeSession(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: sessionIdSchema }) id: SessionId,
  ): Promise<MessageView> {
    await this.sessions.end(user.userId, id, 'revoked');
    return { message: 'Session ended' };
  }
}
