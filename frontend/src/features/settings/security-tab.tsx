import { ApiKeysCard } from './api-keys-card.tsx';
import { MfaCard } from './mfa-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SecurityTab() {
  return (
    <div className="grid gap-5">
      <PasswordCard />
      <MfaCard />
      <SessionsCard />
      <ApiKeysCard />
    </div>
  );
}
