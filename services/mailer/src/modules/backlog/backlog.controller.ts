import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { Backlog, serviceBacklogSchema } from '@palisade/messaging/nest';
import { AdminOnly } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { DeliveryQueueService } from '../alert-channels/delivery-queue.service.ts';
import { MailQueueService } from '../mails/mail-queue.service.ts';

@ApiTags('admin-smtp')
@Controller('admin/smtp/backlog')
@AdminOnly()
export class BacklogController {
  constructor(
    private readonly backlog: Backlog,
    private readonly mails: MailQueueService,
    private readonly alerts: DeliveryQueueService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** What the mail service has still to do: its outbox, its topics and its queues. */
  @Get()
  @ApiOkResponse({ standardSchema: serviceBacklogSchema })
  getMailBacklog() {
    return this.backlog.read(this.dataSource.manager, [...this.mails.queues, ...this.alerts.queues]);
  }
}
