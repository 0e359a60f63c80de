import { RotateCw, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../entities/session/use-session.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { MfaSetupDialog } from './mfa-setup-dialog.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import {
  type MfaSetup,
  useDeleteMfaConfigMutation,
  useDisableMfaMutation,
  useGetMfaStatusQuery,
  useLazySetUpMfaQuery,
  useListMfaConfigsQuery,
  useRegenerateMfaMutation,
} from './settings-api.ts';

/** From so few on one should make new ones. */
const FEW_CODES = 2;

type Ask = { kind: 'disable' | 'regenerate' } | { kind: 'delete'; id: string };

const prompts: Record<
  Ask['kind'],
  { title: string; explanation: string; confirmLabel: string; failure: string }
> = {
  disable: {
    title: 'Disable two-factor authentication',
    explanation: 'Signing in will ask for your password only.',
    confirmLabel: 'Disable',
    failure: 'Failed to disable MFA',
  },
  delete: {
    title: 'Delete this authenticator',
    explanation: 'Its codes and backup codes stop working.',
    confirmLabel: 'Delete',
    failure: 'Failed to delete MFA configuration',
  },
  regenerate: {
    title: 'Regenerate the secret',
    explanation: 'The present authenticator is removed and a new QR code is shown.',
    confirmLabel: 'Regenerate',
    failure: 'Failed to regenerate MFA',
  },
};

export function MfaCard() {
  const user = useUser();
  const query = useGetMfaStatusQuery();
  const { data: status } = query;
  const { data: list } = useListMfaConfigsQuery(undefined, { skip: !status?.enabled });
  const [startSetup, setup] = useLazySetUpMfaQuery();
  const [disable] = useDisableMfaMutation();
  const [removeConfig] = useDeleteMfaConfigMutation();
  const [regenerate] = useRegenerateMfaMutation();
  const [ask, setAsk] = useState<Ask | null>(null);
  const [shown, setShown] = useState<MfaSetup | null>(null);
  const configs = list?.configs ?? [];

  const begin = async () => {
    try {
      setShown(await startSetup().unwrap());
    } catch (error) {
      toast.error(messageOf(error, 'Failed to setup MFA'));
    }
  };

  const confirm = async (asked: Ask, password: string): Promise<unknown> => {
    const passwordConfirmation = { password };
    try {
      if (asked.kind === 'regenerate') {
        setShown(await regenerate({ passwordConfirmation }).unwrap());
        toast.success('MFA regenerated. Please scan the new QR code.');
      } else {
        if (asked.kind === 'delete') await removeConfig({ id: asked.id, passwordConfirmation }).unwrap();
        else await disable({ passwordConfirmation }).unwrap();
        toast.success('MFA disabled successfully');
      }
      setAsk(null);
      return null;
    } catch (error) {
      toast.error(messageOf(error, prompts[asked.kind].failure));
      return error;
    }
  };

  return (
    <Card>
      <CardHeader
        title="Two-Factor Authentication"
        description="A code from your phone besides the password"
        action={
          status && (
            <Badge tone={status.enabled ? 'ok' : 'neutral'}>
              {status.enabled ? <ShieldCheck /> : <ShieldOff />}
              {status.enabled ? 'Enabled' : 'Disabled'}
            </Badge>
          )
        }
      />
      <CardBody>
        <QueryState
          query={query}
          failure="Failed to load the state of two-factor authentication"
          skeleton={<Skeleton className="h-10 w-48" />}
        >
          {status && !status.enabled && user.mfa_setup_required && (
            <Notice tone="warn" role="alert" title="Set up two-factor authentication first" className="mb-4">
              Administrators have no rights here until a second factor protects their account.
            </Notice>
          )}
          {status && !status.enabled && (
            <Button busy={setup.isFetching} onClick={begin}>
              Enable Two-Factor Authentication
            </Button>
          )}
          {status?.enabled && (
            <div className="grid gap-4">
              {status.enabled_at && (
                <p className="text-sm text-ink-muted">Enabled since {formatDate(status.enabled_at)}.</p>
              )}
              <ul className="grid gap-2">
                {configs.map((config) => (
                  <li
                    key={config.id}
                    className="flex flex-wrap items-center gap-3 rounded-md border border-line px-4 py-3 text-sm"
                  >
                    <span className="min-w-0 font-[560] wrap-anywhere">{config.name}</span>
                    <span className="text-ink-muted">
                      {config.type.toUpperCase()} ·{' '}
                      <span className={config.backup_codes_count <= FEW_CODES ? 'text-warn-text' : undefined}>
                        {config.backup_codes_count} backup{' '}
                        {config.backup_codes_count === 1 ? 'code' : 'codes'} left
                      </span>
                    </span>
                    <Button
                      size="sm"
                      variant="ghost"
                      className="ml-auto text-danger-text"
                      aria-label={`Delete ${config.name}`}
                      icon={<Trash2 className="size-4" />}
                      onClick={() => setAsk({ kind: 'delete', id: config.id })}
                    />
                  </li>
                ))}
              </ul>
              {configs.some(({ backup_codes_count: left }) => left <= FEW_CODES) && (
                <Notice tone="warn" title="Few backup codes are left">
                  "Regenerate" gives you ten new ones with a new QR code. Without a code and without your
                  phone you cannot sign in.
                </Notice>
              )}
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  icon={<RotateCw className="size-4" />}
                  onClick={() => setAsk({ kind: 'regenerate' })}
                >
                  Regenerate
                </Button>
                <Button variant="danger-quiet" onClick={() => setAsk({ kind: 'disable' })}>
                  Disable
                </Button>
              </div>
            </div>
          )}
        </QueryState>
      </CardBody>
      {ask && (
        <PasswordPrompt
          {...prompts[ask.kind]}
          onConfirm={(password) => confirm(ask, password)}
          onCancel={() => setAsk(null)}
        />
      )}
      {shown && <MfaSetupDialog setup={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}
