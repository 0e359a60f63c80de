import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { LinksModule } from '../links/links.module.ts';
import { SmtpModule } from '../smtp/smtp.module.ts';
import { AudienceService } from './audience.service.ts';
import { CampaignRunnerJob } from './campaign-runner.job.ts';
import { CampaignStallsService } from './campaign-stalls.service.ts';
import { CampaignsController } from './campaigns.controller.ts';
import { CampaignsService } from './campaigns.service.ts';
import { RecipientClaimsRepository } from './recipient-claims.repository.ts';

/** Campaigns: created and watched by administrators, sent by every process. */
@Module({
  imports: [AccountsModule, DeliveryModule, LinksModule, SmtpModule],
  controllers: [CampaignsController],
  providers: [
    AudienceService,
    AuditLogger,
    CampaignRunnerJob,
    CampaignStallsService,
    CampaignsService,
    RecipientClaimsRepository,
  ],
})
export class CampaignsModule {}
