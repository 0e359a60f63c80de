import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminUserLink, statusLink } from '../../../entities/page/paths.ts';
import type { AdminStatusPage } from '../../../shared/api/openapi.gen.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Textarea } from '../../../shared/ui/input.tsx';
import { useSuspendStatusPageMutation, useUnsuspendStatusPageMutation } from '../api/admin-api.ts';

const MAX_REASON = 500;

interface ListProps {
  pages: readonly AdminStatusPage[];
  /** Show the owner, where the context does not. */
  withOwner?: boolean;
}

/** Status pages of owners, with a way to take them down. */
export function StatusPagesList({ pages, withOwner = false }: ListProps) {
  const [suspending, setSuspending] = useState<AdminStatusPage | null>(null);
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {pages.map((page) => (
          <li key={page.domain_id} className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2">
                <span dir="auto" className="font-[550] wrap-anywhere">
                  {page.name}
                </span>
                <State page={page} />
              </p>
              <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">
                {page.domain_name}, at{' '}
                <a className="link font-mono" href={statusLink(page.slug)} target="_blank" rel="noreferrer">
                  {statusLink(page.slug)}
                </a>
              </p>
              {page.note && (
                <p dir="auto" className="text-[0.8125rem] wrap-anywhere whitespace-pre-wrap text-ink-muted">
                  {page.note}
                </p>
              )}
              {page.suspension && (
                <p className="text-[0.8125rem] wrap-anywhere">
                  Suspended {formatDateTime(page.suspension.since)}: {page.suspension.reason}
                </p>
              )}
              {withOwner && (
                <Link className="link text-[0.8125rem]" to={adminUserLink(page.owner_id)}>
                  See its owner
                </Link>
              )}
            </div>
            {page.suspension ? (
              <LiftSuspension page={page} />
            ) : (
              <Button size="sm" variant="secondary" onClick={() => setSuspending(page)}>
                Suspend
              </Button>
            )}
          </li>
        ))}
      </ul>
      {suspending && <SuspendDialog page={suspending} onClose={() => setSuspending(null)} />}
    </>
  );
}

function State({ page }: { page: AdminStatusPage }) {
  if (page.suspension) return <Badge tone="danger">Suspended</Badge>;
  return <Badge tone={page.is_on ? 'ok' : 'neutral'}>{page.is_on ? 'Public' : 'Off'}</Badge>;
}

function LiftSuspension({ page }: { page: AdminStatusPage }) {
  const [unsuspend, { isLoading }] = useUnsuspendStatusPageMutation();
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={isLoading}
      onClick={() =>
        attempt(unsuspend({ domainId: page.domain_id }).unwrap(), {
          success: 'Its owner can make it public again',
          failure: 'Failed to lift the suspension',
        })
      }
    >
      Lift suspension
    </Button>
  );
}

function SuspendDialog({ page, onClose }: { page: AdminStatusPage; onClose: () => void }) {
  const [suspend, { isLoading }] = useSuspendStatusPageMutation();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={`Suspend the status page of ${page.domain_name}`}
      description="It is taken offline at once. Its owner cannot publish it until you lift the suspension, and is notified by mail. The site itself is served as before."
      submitLabel="Suspend"
      submitVariant="danger"
      busy={isLoading}
      submitDisabled={reason.trim() === ''}
      onClose={onClose}
      onSubmit={async (event) => {
        event.preventDefault();
        const suspended = suspend({
          domainId: page.domain_id,
          statusPageSuspensionInput: { reason },
        }).unwrap();
        const words = { success: 'The page is suspended', failure: 'Failed to suspend the page' };
        if (await attempt(suspended, words)) onClose();
      }}
    >
      <Field label="Reason" hint="The owner reads it, and it stays in the audit log.">
        <Textarea
          className="min-h-24"
          maxLength={MAX_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value.replaceAll('\n', ' '))}
        />
      </Field>
    </FormDialog>
  );
}
