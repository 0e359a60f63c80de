import { Globe, Plus, Search } from 'lucide-react';
import { lazy, Suspense, startTransition, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListDomainsQuery, useRemoveDomainMutation } from '../../entities/domain/domains-api.ts';
import { useEntitlements } from '../../entities/plan/use-plans.ts';
import { useNowQuery } from '../../entities/site-state/now-api.ts';
import type { Domain } from '../../shared/api/types.ts';
import { usePollWhile } from '../../shared/hooks/use-poll-while.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useUndoable } from '../../shared/ui/use-undoable.ts';
import { DomainCard, type DomainDialog } from './domain-card.tsx';

/** Loaded when opened. */
const AddDomainDialog = lazy(async () => ({
  default: (await import('./add-domain-dialog.tsx')).AddDomainDialog,
}));
const DeleteDomainDialog = lazy(() => import('./delete-domain-dialog.tsx'));
const TrafficDialog = lazy(async () => ({
  default: (await import('./dns/traffic-dialog.tsx')).TrafficDialog,
}));
const VerifyDialog = lazy(async () => ({ default: (await import('./dns/verify-dialog.tsx')).VerifyDialog }));
const SitePolicyDialog = lazy(() => import('./site-policy/site-policy-dialog.tsx'));

/** Delay before a confirmed removal, during which its message offers "Undo". */
const REMOVAL_WAIT_MS = 4000;
/** Poll interval while a site's names do not all point here. The server checks every half minute. */
const DNS_POLL_MS = 30_000;
/** From this many domains on, there is a search field. */
const SEARCH_FROM = 7;
/** Cards per page. */
const PAGE = 50;

type Open = { dialog: 'none' | 'add' } | { dialog: DomainDialog; domain: Domain };

function DomainsSkeleton() {
  return (
    <div role="status" aria-label="Loading domains" className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      {[0, 1].map((index) => (
        <Card key={index}>
          <div className="grid grid-cols-1 gap-2 p-5 pb-4">
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </div>
          <div className="grid grid-cols-3 gap-5 border-y border-line px-5 py-4">
            {[0, 1, 2].map((counter) => (
              <Skeleton key={counter} className="h-8" />
            ))}
          </div>
          <div className="p-5 pt-4">
            <Skeleton className="h-8 w-36" />
          </div>
        </Card>
      ))}
    </div>
  );
}

/** How much of the plan's number of domains is used; empty if unlimited. */
function usedOf(count: number, limit: number | null): string {
  return limit === null ? '' : ` ${count} of ${limit} ${limit === 1 ? 'domain' : 'domains'} used.`;
}

export function DomainsPage() {
  const [parameters, setParameters] = useSearchParams();
  const [pollingInterval, tellAwaited] = usePollWhile(DNS_POLL_MS);
  const {
    data: stored,
    error,
    isLoading,
    refetch,
  } = useListDomainsQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
  });
  tellAwaited(stored?.some(({ dns }) => dns !== 'all') ?? false);
  const { entitlements } = useEntitlements();
  const [deleteDomain] = useRemoveDomainMutation();
  const [wanted, setWanted] = useState('');
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<Open>({ dialog: parameters.has('add') ? 'add' : 'none' });
  // Stays mounted once opened, for its closing animation.
  const [addOpened, setAddOpened] = useState(false);
  if (open.dialog === 'add' && !addOpened) setAddOpened(true);

  // Links can open a domain's configuration by name.
  const configured = parameters.get('configure');
  const linked =
    open.dialog === 'none' && configured !== null
      ? stored?.find(({ domain_name }) => domain_name === configured)
      : undefined;
  const configuring = open.dialog === 'configure' ? open.domain : linked;
  // Links can open a domain's records as well.
  const named = (parameter: string) =>
    open.dialog === 'none' && parameters.has(parameter)
      ? stored?.find(({ domain_name }) => domain_name === parameters.get(parameter))
      : undefined;
  const verifying = open.dialog === 'verify' ? open.domain : named('verify');
  const pointing = open.dialog === 'traffic' ? open.domain : named('dns');
  const { data: now } = useNowQuery(null, { skip: !stored || stored.length === 0 });
  const siteNow = useMemo(() => new Map(now?.sites.map((site) => [site.id, site])), [now]);

  const openDialog = useCallback((dialog: DomainDialog, domain: Domain) => setOpen({ dialog, domain }), []);
  const close = useCallback(() => {
    setOpen({ dialog: 'none' });
    setParameters({}, { replace: true });
  }, [setParameters]);

  const { gone, removeWithUndo } = useUndoable({
    waitMs: REMOVAL_WAIT_MS,
    perform: (id) => deleteDomain({ id }).unwrap(),
    onDone: () => toast.success('Domain removed successfully!'),
    onFailure: (failure) => toast.error(messageOf(failure, 'Failed to remove domain')),
  });
  const domains = useMemo(() => stored?.filter(({ id }) => !gone.has(id)), [stored, gone]);
  // Keeps typing responsive while a long list updates.
  const search = useDeferredValue(wanted).trim().toLowerCase();
  const found = domains?.filter(({ domain_name, origin_host }) =>
    `${domain_name} ${origin_host}`.includes(search),
  );
  const total = found?.length ?? 0;
  // If the last card of a page is removed, the previous page is shown.
  const from = Math.max(0, Math.min(offset, Math.ceil(total / PAGE - 1) * PAGE));
  const shown = found?.slice(from, from + PAGE);
  const turn = (to: number) => {
    // Shows the button's feedback before rendering the other cards.
    startTransition(() => setOffset(to));
    window.scrollTo({ top: 0, behavior: 'instant' });
  };

  return (
    <>
      <PageHeader
        title="My Domains"
        subtitle={`The sites that Palisade protects, and what it did for each.${
          domains && domains.length > 0 ? usedOf(domains.length, entitlements.max_domains) : ''
        }`}
        actions={
          <Button icon={<Plus className="size-4" />} onClick={() => setOpen({ dialog: 'add' })}>
            Add Domain
          </Button>
        }
      />
      {isLoading && <DomainsSkeleton />}
      {error && (
        <Card>
          <ErrorState message={messageOf(error, 'Failed to load domains')} onRetry={refetch} />
        </Card>
      )}
      {domains?.length === 0 && (
        <Card>
          <EmptyState
            icon={<Globe />}
            title="No domains yet"
            action={<Button onClick={() => setOpen({ dialog: 'add' })}>Protect your first site</Button>}
          >
            Add your site, verify it with one CNAME record, and point its traffic at the edge. Your visitors
            are not affected until you do.
          </EmptyState>
        </Card>
      )}
      {domains && domains.length >= SEARCH_FROM && (
        <Field label="Find a domain" hideLabel className="relative mb-5 max-w-sm">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint"
          />
          <Input
            type="search"
            className="pl-9"
            placeholder="Find a domain or an origin"
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value);
              setOffset(0);
            }}
          />
        </Field>
      )}
      {shown && shown.length > 0 && (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          {shown.map((domain) => (
            <DomainCard key={domain.id} domain={domain} now={siteNow.get(domain.id)} onOpen={openDialog} />
          ))}
        </div>
      )}
      {total > PAGE && (
        <Card className="mt-5">
          <Pager
            at={`${formatCount(from + 1)}–${formatCount(Math.min(from + PAGE, total))} of ${formatCount(total)}`}
            back={{ label: 'Previous', act: from === 0 ? null : () => turn(from - PAGE) }}
            on={{ label: 'Next', act: from + PAGE >= total ? null : () => turn(from + PAGE) }}
          />
        </Card>
      )}
      {shown?.length === 0 && search !== '' && (
        <Card>
          <EmptyState icon={<Search />} title={`No domain matches "${wanted.trim()}"`} />
        </Card>
      )}
      <Suspense>
        {addOpened && (
          <AddDomainDialog
            open={open.dialog === 'add'}
            full={
              entitlements.max_domains !== null &&
              stored !== undefined &&
              stored.length >= entitlements.max_domains
            }
            onClose={close}
            onAdded={close}
          />
        )}
        {verifying && <VerifyDialog domain={verifying} onClose={close} />}
        {pointing && <TrafficDialog domain={pointing} onClose={close} />}
        {open.dialog === 'delete' && (
          <DeleteDomainDialog
            name={open.domain.domain_name}
            onConfirm={() => {
              removeWithUndo(open.domain.id, `${open.domain.domain_name} is about to be removed.`);
              close();
            }}
            onCancel={close}
          />
        )}
      </Suspense>
      {configuring && (
        <Suspense>
          <SitePolicyDialog
            domain={configuring}
            show={parameters.get('show')}
            marked={parameters.get('rule')}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
