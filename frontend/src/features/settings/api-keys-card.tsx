import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../entities/session/use-session.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import {
  type ApiKeyRequest,
  useCreateApiKeyMutation,
  useListApiKeysQuery,
  useRevokeApiKeyMutation,
} from './settings-api.ts';

type Scope = ApiKeyRequest['scopes'][number];

const scopeLabels: Record<Scope, string> = {
  'account:read': 'Read your account and plan',
  'domains:read': 'Read domains and their configuration',
  'domains:write': 'Add, verify, configure and remove domains',
  'logs:read': 'Read dashboards, logs and analytics',
  'logs:write': 'Manage log exports and alerts',
  'billing:read': 'Read orders, invoices and subscription',
  'billing:write': 'Order plans and manage the subscription',
  admin: 'Administer this installation',
};

function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [create, { isLoading }] = useCreateApiKeyMutation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['domains:read', 'logs:read']);
  const [days, setDays] = useState('90');
  const [key, setKey] = useState<string | null>(null);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    try {
      const answer = await create({
        apiKeyRequest: {
          name: name.trim(),
          scopes: [...scopes],
          expires_in_days: days === '' ? null : Number(days),
        },
      }).unwrap();
      setKey(answer.api_key);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to create the API key'));
    }
  };

  if (key !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Notice tone="warn">Copy it now: it is shown this once and stored nowhere.</Notice>
        <div className="mt-4 flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-3">
          <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{key}</code>
          <CopyButton value={key} label="API key" />
        </div>
      </Dialog>
    );
  }

  const offered = (Object.keys(scopeLabels) as Scope[]).filter((scope) => scope !== 'admin' || user.is_admin);
  return (
    <FormDialog
      onClose={onClose}
      title="Create an API key"
      description="For programs that act in your name."
      onSubmit={submit}
      submitLabel="Create key"
      submitDisabled={name.trim() === '' || scopes.length === 0}
      busy={isLoading}
    >
      <Field label="Name" required>
        <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-[0.8125rem] font-[560]">Permissions</legend>
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeLabels[scope]}
            checked={scopes.includes(scope)}
            onCheckedChange={(checked) =>
              setScopes(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
            }
          />
        ))}
      </fieldset>
      <Field label="Expires">
        <Select value={days} onChange={(event) => setDays(event.target.value)}>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
          <option value="">Never</option>
        </Select>
      </Field>
    </FormDialog>
  );
}

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
            ? 'Let scripts and tools use your account with the permissions that you choose'
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
        <QueryState query={query} failure="Failed to load API keys" skeleton={<Skeleton className="h-12" />}>
          {data?.length === 0 && <p className="text-sm text-ink-muted">No keys yet.</p>}
          <ul className="-mb-3 divide-y divide-line">
            {data?.map((key) => (
              <li key={key.id} className="flex items-center gap-x-3 py-3 text-sm sm:gap-x-4">
                <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                <div className="min-w-0 flex-1">
                  <p className="font-[560]">
                    {key.name} <code className="ml-1 font-mono text-xs text-ink-faint">{key.hint}…</code>
                  </p>
                  <p className="text-[0.8125rem] text-ink-muted">
                    {key.scopes.join(', ')} ·{' '}
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
      {adding && <NewKeyDialog onClose={() => setAdding(false)} />}
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
          Programs that use it are refused from now on.
        </ConfirmDialog>
      )}
    </Card>
  );
}
