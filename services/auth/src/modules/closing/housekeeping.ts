import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EmailTokens } from '../confirmation/email-tokens.ts';
import { GuessLimiter } from '../login/guess-limiter.ts';
import { KnownDevices } from '../login/known-devices.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';
import { Sessions } from '../sessions/sessions.ts';
import { AccountClosing } from './account-closing.ts';

const HOUR = 3_600_000;

/** Removes what has had its time. Every statement is harmless to repeat, so instances need not agree on who does it. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Housekeeping');
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    private readonly closing: AccountClosing,
    private readonly sessions: Sessions,
    private readonly devices: KnownDevices,
    private readonly limiter: GuessLimiter,
    private readonly emailTokens: EmailTokens,
    private readonly events: SecurityEvents,
  ) {}

  onApplicationBootstrap(): void {
    // Instances that start together should not clean up together.
    this.timer = setInterval(
      () => {
        this.working = this.cleanUp().catch((error: unknown) =>
          this.logger.error({ err: error }, 'cleaning up failed; it is tried again in an hour'),
        );
      },
      HOUR + Math.random() * 300_000,
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
    await this.limiter.forgetOld();
    await this.events.forgetOld();
    await this.emailTokens.forgetOld(this.database.manager);
  }
}
