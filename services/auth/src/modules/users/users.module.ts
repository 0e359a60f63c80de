import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.ts';
import { UserSearchRepository } from './user-search.repository.ts';
import { UsersService } from './users.service.ts';

/** Accounts: their rows, and what other services hear of them. */
@Module({
  imports: [EmailTokensModule],
  providers: [UserSearchRepository, UsersService],
  exports: [UserSearchRepository, UsersService],
})
export class UsersModule {}
