import { Globe, Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListDomainsQuery, useRemoveDomainMutation } from '../../shared/api/domains-api.ts';
import type { Domain } from '../../shared/api/types.ts';
import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { useUndoable } from '../../shared/hooks/use-undoable.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainCard } from './domain-card.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

const WafConfigDialog = lazy(() => import('./waf-config/waf-config-dialog.tsx'));

type Open = { dialog: 'none' | 'add' } | { dialog: 'verify' | 'configure' | 'delete'; domain: Domain };

export function DomainsPage() {
  usePageMeta('My Domains');
  const [parameters, setParameters] = useSearchParams();
  const { data: stored, error, isLoading, refetch } = useListDomainsQuery();
  const [deleteDomain] = useRemoveDomainMutation();
  const [open, setOpen] = useState<Open>({ dialog: parameters.has('add') ? 'add' : 'none' });

  const close = useCallback(() => {
    setOpen({ dialog: 'none' });
    setParameters({}, { replace: true });
  }, [setParameters]);

  const { gone, letGo } = useUndoable(
    (id) => deleteDomain({ id }).unwrap(),
    (failure) => toast.error(messageOf(failure, 'Failed to remove domain')),
  );
  const domains = useMemo(() => stored?.filter(({ id }) => !gone.has(id)), [stored, gone]);

  const addButton = (
    <Button icon={<Plus className="size-4" />} onClick={() => setOpen({ dialog: 'add' })}>
      Add Domain
    </Button>
  );

  return (
    <>
      <PageHeader
        title="My Domains"
        subtitle="The sites that Palisade answers for, and what it did for each."
        actions={addButton}
      />
      {isLoading && (
        <div role="status" aria-label="Loading domains" className="grid gap-5 xl:grid-cols-2">
          <Skeleton className="h-56" />
          <Skeleton className="h-56" />
        </div>
      )}
      {error && (
        <Card>
          <ErrorState message={messageOf(error, 'Failed to load domains')} onRetry={refetch} />
        </Card>
      )}
      {domains?.length === 0 && (
        <Card>
          <EmptyState icon={<Globe />} title="No domains yet">
            Press «Add Domain» to protect your first site: name it, prove it with one CNAME record, and point
            its traffic at the edge.
          </EmptyState>
        </Card>
      )}
      {domains && domains.length > 0 && (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          {domains.map((domain) => (
            <DomainCard
              key={domain.id}
              domain={domain}
              onVerify={() => setOpen({ dialog: 'verify', domain })}
              onConfigure={() => setOpen({ dialog: 'configure', domain })}
              onDelete={() => setOpen({ dialog: 'delete', domain })}
            />
          ))}
        </div>
      )}
      <AddDomainDialog open={open.dialog === 'add'} onClose={close} onAdded={close} />
      {open.dialog === 'verify' && <VerifyDialog domain={open.domain} onClose={close} />}
      {open.dialog === 'configure' && (
        <Suspense>
          <WafConfigDialog domain={open.domain} onClose={close} />
        </Suspense>
      )}
      {open.dialog === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${open.domain.domain_name}?`}
          confirmLabel="Delete domain"
          onConfirm={() => {
            letGo(open.domain.id, 'Domain removed successfully!');
            close();
          }}
          onCancel={close}
        >
          The edge stops answering for this site, and its configuration and logs are removed. Point its DNS
          elsewhere first, or visitors will see an error.
        </ConfirmDialog>
      )}
    </>
  );
}
