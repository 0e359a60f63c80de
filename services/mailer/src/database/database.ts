import type { DatabaseOptions } from '@palisade/nest-kit';
import type { MailerConfig } from '../config/config.ts';
import { Mailer1763800000000 } from './migrations/1763800000000-mailer.ts';
import { CampaignStalls1763800000010 } from './migrations/1763800000010-campaign-stalls.ts';
import { ProvenUnsubscriptions1763800000020 } from './migrations/1763800000020-proven-unsubscriptions.ts';
import { AlertChannels1763800000030 } from './migrations/1763800000030-alert-channels.ts';
import { Notifications1763800000040 } from './migrations/1763800000040-notifications.ts';
import { PagedLists1763800000050 } from './migrations/1763800000050-paged-lists.ts';
import { CampaignAccounts1763800000060 } from './migrations/1763800000060-campaign-accounts.ts';
import { CampaignVersions1763800000070 } from './migrations/1763800000070-campaign-versions.ts';

export function databaseOptions(config: MailerConfig): DatabaseOptions {
  return {
    url: config.PALISADE_DATABASE_URL,
    schema: 'mailer',
    poolSize: config.PALISADE_DATABASE_POOL,
    entities: [],
    migrations: [
      Mailer1763800000000,
      CampaignStalls1763800000010,
      ProvenUnsubscriptions1763800000020,
      AlertChannels1763800000030,
      Notifications1763800000040,
      PagedLists1763800000050,
      CampaignAccounts1763800000060,
      CampaignVersions1763800000070,
    ],
  };
}
