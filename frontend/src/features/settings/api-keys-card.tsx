import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../entities/session/use-session.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { scopeText } from './offered-scopes.ts';
import { useListApiKeysQuery, useRevokeApiKeyMutation } from './settings-api.ts';

export function ApiKeysCard() {
  const user = useUser();
  const query = useListApiKeysQuery();
  const { data } = query;
  const [revoke, { isLoading: revoking }] = useRevokeApiKeyMutation();
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null);

  return (
    <Card>
      <CardHeader
        title="API Keys"
        description={
          user.email_confirmed
            ? 'Let scripts and tools use your account with the permissions you choose'
            : 'Confirm your email address first: the link is in the mail that we have sent you'
        }
        action={
          <Button
            size="sm"
            variant="secondary"
            disabled={!user.email_confirmed}
            icon={<Plus className="size-4" />}
            onClick={() => setAdding(true)}
          >
            Create key
          </Button>
        }
      />
      <CardBody>
        <p className="mb-3 text-sm">
          <a className="link inline-block py-1" href="/api/docs" target="_blank" rel="noreferrer">
            API reference
          </a>
        </p>
        <QueryState query={query} failure="Failed to load API keys" skeleton={<Skeleton className="h-12" />}>
          {data?.length === 0 && <p className="text-sm text-ink-muted">No keys yet.</p>}
          <ul className="-mb-3 divide-y divide-line">
            {data?.map((key) => (
              <li key={key.id} className="flex items-center gap-x-3 py-3 text-sm sm:gap-x-4">
                <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                <div className="min-w-0 flex-1 wrap-anywhere">
                  <p className="font-[560]">
                    <bdi>{key.name}</bdi>{' '}
                    <code className="ml-1 font-mono text-xs text-ink-faint">{key.hint}…</code>
                  </p>
                  <p className="text-[0.8125rem] text-ink-muted">
                    {key.scopes.map(scopeText).join('; ')} ·{' '}
                    {key.last_used_at === null ? 'never used' : `last used ${formatDate(key.last_used_at)}`}
                    {key.expires_at !== null && ` · expires ${formatDate(key.expires_at)}`}
                  </p>
                </div>
                <Button
                  size="icon"
                  variant="ghost"
                  className="-mr-2.5 text-danger-text"
                  aria-label={`Revoke ${key.name}`}
                  icon={<Trash2 className="size-4" />}
                  onClick={() => setEnding(key)}
                />
              </li>
            ))}
          </ul>
        </QueryState>
      </CardBody>
      {adding && <NewApiKeyDialog onClose={() => setAdding(false)} />}
      {ending && (
        <ConfirmDialog
          open
          title={`Revoke ${ending.name}?`}
          confirmLabel="Revoke key"
          busy={revoking}
          onCancel={() => setEnding(null)}
          onConfirm={async () => {
            const done = await attempt(revoke({ id: ending.id }).unwrap(), {
              success: 'API key revoked',
              failure: 'Failed to revoke the API key',
            });
            if (done) setEnding(null);
          }}
        >
          Programs that use it are rejected from now on.
        </ConfirmDialog>
      )}
    </Card>
  );
}
