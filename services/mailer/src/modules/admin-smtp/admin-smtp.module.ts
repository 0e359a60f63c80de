import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { TemplatingModule } from '../../templating/renderer/templating.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { SmtpModule } from '../smtp/smtp.module.ts';
import { SmtpController } from './smtp.controller.ts';
import { SmtpServersService } from './smtp-servers.service.ts';

/** The SMTP servers, as administrators see and change them. */
@Module({
  imports: [DeliveryModule, SmtpModule, TemplatingModule],
  controllers: [SmtpController],
  providers: [AuditLogger, SmtpServersService],
})
export class AdminSmtpModule {}
