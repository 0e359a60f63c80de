import { ShieldOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useGetSitePolicyQuery, useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { configurationLink } from '../../entities/page/paths.ts';
import { ExclusionPriceNote } from '../../entities/policy/exclusion-price-note.tsx';
import {
  certainExclusions,
  firedRules,
  scopeText,
  wouldPass,
} from '../../entities/policy/exclusion-scope.ts';
import { DEFAULT_LIFETIME, isExpired } from '../../entities/policy/exclusion-words.ts';
import { requestPath } from '../../entities/policy/request-path.ts';
import { createdText, useCreateExclusions } from '../../entities/policy/use-create-exclusions.ts';
import { keyOf, useExclusionPrices } from '../../entities/policy/use-exclusion-prices.ts';
import type { Domain, LogEntry } from '../../shared/api/types.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast.ts';

const withinSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

/** One press lets requests like this one pass, where there is no doubt which exclusion that takes; nothing where there is. */
export function NarrowExclusion({ log }: { log: LogEntry }) {
  const { data: domains } = useListDomainsQuery();
  const domain = domains?.find(({ domain_name }) => domain_name === log.domain_name);
  return domain ? <ForDomain log={log} domain={domain} /> : null;
}

function ForDomain({ log, domain }: { log: LogEntry; domain: Domain }) {
  const { data: config } = useGetSitePolicyQuery({ id: domain.id });
  const threshold = config?.policyConfig.inbound_anomaly_threshold ?? 0;
  const fired = useMemo(() => firedRules(log.matches), [log.matches]);
  const certain = useMemo(
    () => certainExclusions(fired, log.request_uri, threshold),
    [fired, log.request_uri, threshold],
  );
  const { list, saving, create } = useCreateExclusions(domain.id);
  const passes = wouldPass(
    list.filter((one) => !isExpired(one)),
    log,
    threshold,
  );
  // Trying it means sending all known attacks: for who thinks of it, not for everybody who reads an entry.
  const [isWanted, setWanted] = useState(false);
  const exclusions = certain?.exclusions ?? [];
  const fields = [...new Set(fired.flatMap((rule) => rule.fields))];
  const { prices, isAsking } = useExclusionPrices(
    domain.id,
    requestPath(log.request_uri),
    fields,
    isWanted && certain !== null && !passes ? [exclusions] : [],
  );
  if (passes)
    return (
      <p role="status" className="text-sm">
        Such requests now pass because of an{' '}
        <Link className="link" to={configurationLink(domain.domain_name, 'exclusions')}>
          exclusion
        </Link>
        .
      </p>
    );
  if (certain === null) return null;
  const want = () => setWanted(true);
  // What an exclusion costs is known before it is made, or it is made in the dialog.
  const isPriced = prices?.of.has(keyOf(exclusions)) === true;
  const hasFailed = isWanted && !isPriced && !isAsking;

  const press = async () => {
    const outcome = await create(exclusions, { days: DEFAULT_LIFETIME, note: `Request ${log.request_id}` });
    if (!outcome.ok) {
      toast.error(outcome.message);
      return;
    }
    toast.undo(createdText(outcome.made.length), async () => {
      const undone = await outcome.takeBack();
      if (undone.ok) toast.success('As it was before');
      else toast.error(undone.message);
    });
  };
  return (
    <div
      onPointerEnter={want}
      className="grid items-start gap-x-5 gap-y-3 rounded-md border border-line bg-surface p-4 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0 text-ink-muted">
        <p className="wrap-anywhere">
          <strong className="font-[600] text-ink">Should it have passed?</strong> If you let such requests
          pass, {withinSentence(scopeText(fired, certain.scope))}, for {DEFAULT_LIFETIME} days. Everything
          else is inspected as before.
        </p>
        {hasFailed ? (
          <p role="status" className="mt-1.5">
            Which attacks it would let through could not be tried now. You can create an exclusion without
            that.
          </p>
        ) : (
          <ExclusionPriceNote
            exclusions={exclusions}
            prices={prices}
            isAsking={isAsking}
            hint="First check which known attacks it would also let through."
          />
        )}
      </div>
      {!hasFailed && (
        <Button
          size="sm"
          variant="secondary"
          icon={<ShieldOff className="size-4" />}
          busy={saving || (isWanted && isAsking)}
          onClick={isPriced ? press : want}
        >
          {isPriced || isWanted ? 'Let such requests pass' : 'See what it would let through'}
        </Button>
      )}
    </div>
  );
}
