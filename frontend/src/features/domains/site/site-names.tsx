import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Domain } from '../../../shared/api/types.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';

const SiteNamesDialog = lazy(() => import('./site-names-dialog.tsx'));
const TrafficDialog = lazy(async () => ({
  default: (await import('../dns/traffic-dialog.tsx')).TrafficDialog,
}));

/** The site's host names, and their origin. */
export function SiteNames({ domain }: { domain: Domain }) {
  const [opened, setOpened] = useState<'names' | 'records' | null>(null);
  const close = () => setOpened(null);
  return (
    <Card aria-label="Names">
      <CardHeader
        title="Names"
        description={
          <>
            Requests for them that pass go to{' '}
            <span className="font-mono wrap-anywhere">
              {domain.origin_protocol}://{domain.origin_host}:{domain.origin_port}
            </span>
          </>
        }
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            {domain.dns_verified && (
              <Button variant="secondary" size="sm" onClick={() => setOpened('records')}>
                DNS records
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              icon={<Pencil className="size-3.5" />}
              onClick={() => setOpened('names')}
            >
              Edit names
            </Button>
          </div>
        }
      />
      <CardBody>
        <ul className="flex flex-wrap gap-2">
          {domain.hosts.map((host) => (
            <li
              key={host}
              className="rounded-md border border-line bg-sunken px-2.5 py-1 font-mono text-[0.8125rem] wrap-anywhere"
            >
              {host}
            </li>
          ))}
        </ul>
      </CardBody>
      <Suspense>
        {opened === 'names' && <SiteNamesDialog domain={domain} onClose={close} />}
        {opened === 'records' && <TrafficDialog domain={domain} onClose={close} />}
      </Suspense>
    </Card>
  );
}
