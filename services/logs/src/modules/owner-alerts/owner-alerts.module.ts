import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { AlertRulesController } from './alert-rules.controller.ts';
import { AlertRulesService } from './alert-rules.service.ts';
import { MeasureRepository } from './measure.repository.ts';
import { MissingEdgesService } from './missing-edges.service.ts';
import { OwnerAlertsController } from './owner-alerts.controller.ts';
import { OwnerAlertsJob } from './owner-alerts.job.ts';
import { OwnerAlertsService } from './owner-alerts.service.ts';
import { OwnerAlertsEventsController } from './owner-alerts-events.controller.ts';
import { RuleEvaluationService } from './rule-evaluation.service.ts';
import { RulePreviewService } from './rule-preview.service.ts';

/** Alerts by owners' own rules. */
@Module({
  imports: [IngestModule, LogStoreModule, OwnershipModule],
  controllers: [AlertRulesController, OwnerAlertsController, OwnerAlertsEventsController],
  providers: [
    AlertRulesService,
    MeasureRepository,
    MissingEdgesService,
    OwnerAlertsJob,
    OwnerAlertsService,
    RuleEvaluationService,
    RulePreviewService,
  ],
})
export class OwnerAlertsModule {}
