import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { SuppressionsController } from './suppressions.controller.ts';
import { SuppressionsService } from './suppressions.service.ts';

/** Addresses that receive account mail only. */
@Module({
  controllers: [SuppressionsController],
  providers: [AuditLogger, SuppressionsService],
  exports: [SuppressionsService],
})
export class SuppressionsModule {}
