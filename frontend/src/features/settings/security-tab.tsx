import { NearSlot } from '../../shared/ui/near-slot.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { MfaCard } from './mfa-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecurityActivityCard } from './security-activity-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SupportViewNotices } from './support-view-notices.tsx';
import { SupportViewsCard } from './support-views-card.tsx';

const column = 'grid grid-cols-[minmax(0,1fr)] gap-5';

export function SecurityTab() {
  return (
    <>
      <SupportViewNotices />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] items-start gap-5 2xl:max-w-none 2xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className={column}>
          <PasswordCard />
          <MfaCard />
          <SupportViewsCard />
        </div>
        <div className={column}>
          <SessionsCard />
          <ApiKeysCard />
        </div>
        <div className="2xl:col-span-2">
          <NearSlot>
            <SecurityActivityCard />
          </NearSlot>
        </div>
      </div>
    </>
  );
}
