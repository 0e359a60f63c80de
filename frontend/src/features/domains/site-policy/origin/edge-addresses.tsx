import { useState } from 'react';
import { useEdgeAddressesQuery } from '../../../../entities/domain/domains-api.ts';

/** The addresses that the origin's firewall has to let in; they are asked for when somebody wants to see them. */
export function EdgeAddresses() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useEdgeAddressesQuery(undefined, { skip: !isOpen });
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-sm font-medium">Addresses of the edge</summary>
      <p className="mt-2 text-sm text-muted">
        Allow only these in your server’s firewall, so that nobody bypasses the edge. Scripts can read them as
        text from <code className="font-mono">/api/edge-addresses/text</code>.
      </p>
      {isError && (
        <p className="mt-2 text-sm">The addresses are not known at the moment. Please ask your operator.</p>
      )}
      {data && (
        <>
          {!data.complete && (
            <p className="mt-2 text-sm">
              The list is incomplete: an edge node has not reported its addresses. Please ask your operator
              before you close your firewall.
            </p>
          )}
          <ul aria-label="Addresses of the edge" className="mt-2 font-mono text-sm">
            {[...data.ipv4, ...data.ipv6].map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
