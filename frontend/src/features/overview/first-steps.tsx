import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  useGetCertificatesQuery,
  useListDomainsQuery,
  useOriginLockQuery,
} from '../../entities/domain/domains-api.ts';
import { paths } from '../../entities/page/paths.ts';
import type { OriginLock } from '../../shared/api/openapi.gen.ts';
import type { Domain } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { TEST_ATTACK, testAttackOn } from './test-attack.ts';

/** How soon a step that somebody waits for shows as done. */
const POLL_MS = 10_000;
/** The server checks the origin no more often. */
const LOCK_POLL_MS = 60_000;

interface Step {
  done: boolean;
  title: string;
  /** Steps to do, until they are done. */
  todo: ReactNode;
}

const LOCK_GUIDE = '/docs/guides/origin';

const toDomains = (text: string) => (
  <Link to={paths.domains} className="link">
    {text}
  </Link>
);

/** From "added" to "protects": each step is what the edge, DNS and the certificates really say. Gone with the first block, unless the origin is open. */
export default function FirstSteps({ domain: { id } }: { domain: Domain }) {
  const { data: domains } = useListDomainsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const domain = domains?.find((one) => one.id === id);
  const certified = domain?.certificate?.status === 'active';
  // Whether one is obtained by itself matters once one could be, and until one is on its way.
  const leadsHere = domain?.dns === 'all' || domain?.dns === 'some' || (domain?.total_requests ?? 0) > 0;
  const certificates = useGetCertificatesQuery(
    { id },
    { skip: !domain?.dns_verified || !leadsHere || domain.certificate !== null },
  );
  // Nobody walks past an edge that nobody comes through yet.
  const lock = useOriginLockQuery(
    { id },
    {
      skip: !domain?.dns_verified || domain.total_requests === 0,
      pollingInterval: LOCK_POLL_MS,
      skipPollingIfUnfocused: true,
    },
  );
  if (!domain || certificates.isLoading || lock.isLoading) return null;
  // A site that blocks attacks is set up; but an origin that can be reached directly is reported for as long as it can.
  if (domain.blocked_requests > 0 && lock.data?.state !== 'open') return null;
  const steps = stepsOf(domain, {
    certified,
    obtainsNone: certificates.data?.automatic_available === false,
    lock: lock.data?.state ?? 'unknown',
  });
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Card as="section" aria-label="First steps" className="mb-5">
      <CardHeader
        title={<span className="wrap-anywhere">First steps for {domain.domain_name}</span>}
        description={`${done} of ${steps.length} done`}
      />
      <CardBody>
        <ol className="grid gap-3 text-sm">
          {steps.map(({ done: isDone, title, todo }) => (
            <li key={title} className="flex gap-3">
              <span
                aria-hidden="true"
                className={cn(
                  'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border',
                  isDone ? 'border-ok-line bg-ok-soft text-ok-text' : 'border-line-strong',
                )}
              >
                {isDone && <Check className="size-3.5" />}
              </span>
              <div className="min-w-0">
                <p className={isDone ? 'text-ink-muted' : 'font-[560]'}>
                  <span className="sr-only">{isDone ? 'Done: ' : 'To do: '}</span>
                  {title}
                </p>
                {!isDone && <div className="mt-0.5 text-[0.8125rem] text-ink-muted">{todo}</div>}
              </div>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

interface Facts {
  certified: boolean;
  /** The installation has no certificate authority. */
  obtainsNone: boolean;
  lock: OriginLock['state'];
}

function stepsOf(domain: Domain, { certified, obtainsNone, lock }: Facts): readonly Step[] {
  return [
    { done: true, title: 'Domain added', todo: null },
    {
      done: domain.dns_verified,
      title: 'Proof seen in DNS',
      todo: <>Add one record at your DNS provider. {toDomains('Show the record')}</>,
    },
    {
      done: domain.total_requests > 0,
      title: 'First request through the edge',
      todo:
        domain.dns === 'all' ? (
          'DNS points to the edge. Open your site: the visit appears here within seconds.'
        ) : (
          <>Point your site’s DNS records to the edge. {toDomains('Show where to point them')}</>
        ),
    },
    ...(obtainsNone && !certified
      ? []
      : [
          {
            done: certified,
            title: 'Certificate in place',
            todo: 'Issued automatically once the name points to the edge.',
          },
        ]),
    {
      done: domain.blocked_requests > 0,
      title: 'First attack blocked',
      todo:
        domain.total_requests > 0 ? (
          <TestAttack address={testAttackOn(domain.domain_name, certified)} />
        ) : (
          'Once requests come through the edge, you can send a test attack from here.'
        ),
    },
    // Some installations cannot tell; and before requests come through the edge, a locked origin would lock everybody
    // out.
    ...(lock === 'unknown' || domain.total_requests === 0
      ? []
      : [
          {
            done: lock === 'locked',
            title: 'Origin locked',
            todo: (
              <>
                Your server responds to anybody who knows its address, bypassing the edge. Configure its
                firewall to allow only the edge.{' '}
                <a href={LOCK_GUIDE} className="link">
                  Show how
                </a>
              </>
            ),
          },
        ]),
  ];
}

function TestAttack({ address }: { address: string | null }) {
  if (address === null)
    return (
      <p>
        Open your site with <code>{TEST_ATTACK}</code> to its URL: a harmless request that looks like SQL
        injection.
      </p>
    );
  return (
    <>
      <p>Sends your site a harmless request that looks like SQL injection; you see what an attacker sees.</p>
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className={cn(buttonStyle({ variant: 'secondary', size: 'sm' }), 'mt-2')}
      >
        Send a test attack
      </a>
    </>
  );
}
