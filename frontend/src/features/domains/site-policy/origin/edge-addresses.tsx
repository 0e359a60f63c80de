import { useState } from 'react';
import { useEdgeAddressesQuery } from '../../../../entities/domain/domains-api.ts';
import { CopyButton } from '../../../../shared/ui/copy-button.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';

/** The addresses that the origin's firewall has to let in; they are asked for when somebody wants to see them. */
export function EdgeAddresses() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, isLoading } = useEdgeAddressesQuery(undefined, { skip: !isOpen });
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-sm font-medium">Edge IP addresses</summary>
      <p className="mt-2 text-sm text-ink-muted">
        Palisade connects to your server from these addresses. Allow only them in your server’s firewall, so
        that nobody can bypass the protection. Scripts can read them as text from{' '}
        <code className="font-mono">/api/edge-addresses/text</code>.
      </p>
      {isLoading && <Skeleton className="mt-2 h-12" />}
      {isError && (
        <p role="alert" className="mt-2 text-sm">
          The addresses are not known at the moment. Please ask your operator.
        </p>
      )}
      {data && (
        <>
          {!data.complete && (
            <p className="mt-2 text-sm">
              The list is incomplete: an edge node has not reported its addresses. Please ask your operator
              before you close your firewall.
            </p>
          )}
          <div className="mt-2 flex items-start justify-between gap-2">
            <ul aria-label="Edge IP addresses" className="min-w-0 font-mono text-sm wrap-anywhere">
              {[...data.ipv4, ...data.ipv6].map((address) => (
                <li key={address}>{address}</li>
              ))}
            </ul>
            <CopyButton value={[...data.ipv4, ...data.ipv6].join('\n')} label="the edge IP addresses" />
          </div>
        </>
      )}
    </details>
  );
}
