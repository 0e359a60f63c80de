import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventBus, Registrations, Subscription } from '@palisade/messaging';
import { Owners } from '../owners/owners.service.ts';
import { SiteTotals } from '../totals/site-totals.service.ts';
import { BUS } from './outbox.ts';

/** What this service listens to. Every handler may see an event twice. */
@Injectable()
export class Consumers implements OnApplicationBootstrap, OnApplicationShutdown {
  private subscription: Subscription | null = null;

  constructor(
    @Inject(BUS) private readonly bus: EventBus,
    private readonly owners: Owners,
    private readonly totals: SiteTotals,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.subscription = await this.bus.subscribe({ group: 'domains', registrations: this.registrations() });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.subscription?.stop();
    await this.bus.close();
  }

  private registrations(): Registrations {
    return {
      'billing.user_plan_changed.v1': {
        mode: 'single',
        handle: ({ payload }) => this.owners.planChanged(payload),
      },
      'auth.user_updated.v1': {
        mode: 'single',
        handle: ({ payload }) => this.owners.activityChanged(payload.userId, payload.isActive),
      },
      'auth.user_deactivated.v1': {
        mode: 'single',
        handle: ({ payload }) => this.owners.activityChanged(payload.userId, false),
      },
      'auth.user_deleted.v1': {
        mode: 'single',
        handle: ({ payload }) => this.owners.deleted(payload.userId),
      },
      'logs.site_totals.v1': { mode: 'single', handle: ({ payload }) => this.totals.keep(payload) },
    };
  }
}
