import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { SecurityActivityModule } from '../security-activity/security-activity.module.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { ApiKeysService } from './api-keys.service.ts';

/** Keys for programs. */
@Module({
  imports: [AuditModule, SecurityActivityModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
