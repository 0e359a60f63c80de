import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HOUR_MS } from '@palisade/basics';
import { DataSource } from 'typeorm';
import { AccountClosingService } from '../account-closing/account-closing.service.ts';
import { EmailTokensService } from '../email-tokens/email-tokens.service.ts';
import { KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { LoginThrottleService } from '../login-throttle/login-throttle.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { SupportViewsService } from '../support-views/support-views.service.ts';

/** Removes expired rows. Every statement is safe to repeat, so instances need no coordination. */
@Injectable()
export class HousekeepingJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(HousekeepingJob.name);
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    private readonly closing: AccountClosingService,
    private readonly sessions: SessionsService,
    private readonly devices: KnownDevicesService,
    private readonly throttle: LoginThrottleService,
    private readonly emailTokens: EmailTokensService,
    private readonly events: SecurityActivityService,
    private readonly supportViews: SupportViewsService,
  ) {}

  onApplicationBootstrap(): void {
    // Instances that start together should not clean up at the same time.
    this.timer = setInterval(
      () => {
        this.working = this.cleanUp().catch((error: unknown) =>
          this.logger.error({ err: error }, 'housekeeping failed; will retry in an hour'),
        );
      },
      HOUR_MS + Math.random() * 300_000,
    );
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.working;
  }

  async cleanUp(): Promise<void> {
    const purged = await this.closing.purge();
    if (purged > 0) this.logger.log({ accounts: purged }, 'removed the data of accounts closed 30 days ago');
    await this.sessions.forgetOld();
    await this.devices.forgetOld();
    await this.throttle.forgetOld();
    await this.events.forgetOld();
    await this.supportViews.forgetOld();
    await this.emailTokens.forgetOld(this.database.manager);
  }
}
