import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { AccountAccessService } from './account-access.service.ts';

/** Revokes all access to an account. */
@Module({
  imports: [AuditModule, SecurityActivityModule],
  providers: [AccountAccessService],
  exports: [AccountAccessService],
})
export class AccountAccessModule {}
