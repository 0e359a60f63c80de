import { Module } from '@nestjs/common';
import { KeyFile } from '@palisade/nest-kit';
import { AUTH_CONFIG, type AuthConfig, sealingKeyFields } from '../../config/config.ts';
import { AccountAuditController } from './account-audit.controller.ts';
import { AccountAuditService } from './account-audit.service.ts';
import { AuditController } from './audit.controller.ts';
import { AuditChain } from './audit-chain.ts';
import { AuditEventsController } from './audit-events.controller.ts';
import { AuditLogService } from './audit-log.service.ts';
import { AuditSealJob } from './audit-seal.job.ts';
import { AuditedDomainsService } from './audited-domains.service.ts';

/** The audit log, what owners see of it, and the seals that make tampering evident. */
@Module({
  controllers: [AuditController, AccountAuditController, AuditEventsController],
  providers: [
    AccountAuditService,
    AuditLogService,
    AuditSealJob,
    AuditedDomainsService,
    {
      provide: AuditChain,
      inject: [AUTH_CONFIG, KeyFile],
      useFactory: auditChain,
    },
  ],
  exports: [AuditLogService],
})
export class AuditModule {}

function auditChain(config: AuthConfig, keys: KeyFile): AuditChain {
  const chain = new AuditChain(
    config.PALISADE_KEK_KEYS,
    config.PALISADE_KEK_CURRENT,
    config.PALISADE_AUTH_AUDIT_KEYS,
  );
  keys.use((settings) => {
    const next = sealingKeyFields.parse(settings);
    return chain.prepare(next.PALISADE_KEK_KEYS, next.PALISADE_KEK_CURRENT, next.PALISADE_AUTH_AUDIT_KEYS);
  });
  return chain;
}
