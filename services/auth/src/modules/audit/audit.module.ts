import { Module } from '@nestjs/common';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { AuditController } from './audit.controller.ts';
import { AuditChain } from './audit-chain.ts';
import { AuditEventsController } from './audit-events.controller.ts';
import { AuditLogService } from './audit-log.service.ts';
import { AuditSealJob } from './audit-seal.job.ts';

/** What administrators did, and the seals that show that nobody changed it since. */
@Module({
  controllers: [AuditController, AuditEventsController],
  providers: [
    AuditLogService,
    AuditSealJob,
    {
      provide: AuditChain,
      inject: [AUTH_CONFIG],
      useFactory: (config: AuthConfig) =>
        new AuditChain(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
    },
  ],
  exports: [AuditLogService],
})
export class AuditModule {}
