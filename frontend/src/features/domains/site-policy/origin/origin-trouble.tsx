import { Link } from 'react-router-dom';
import { logLink } from '../../../../entities/log/log-filters.ts';
import { ALL_ORIGIN_FAILURES } from '../../../../entities/log/verdicts.ts';
import { clock } from '../../../../entities/site-state/needs.ts';
import { useNowQuery } from '../../../../entities/site-state/now-api.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { usePanelOpen } from '../../../../shared/ui/panel-open.ts';

/** Shown to owners who come here because the origin fails, with a link to the reasons. */
export function OriginTrouble({ domainName }: { domainName: string }) {
  const isShown = usePanelOpen();
  const { data } = useNowQuery(domainName, { skip: !isShown });
  const origin = data?.sites[0]?.origin;
  if (!origin || origin.failed === 0) return null;
  const { asked, failed, down_since: since } = origin;
  return (
    <Notice
      tone={since === null ? 'warn' : 'danger'}
      className="mb-5"
      title={
        since === null
          ? 'Your server fails some requests'
          : `Your server has not answered since ${clock(since)}`
      }
    >
      {formatCount(failed)} of the last {formatCount(asked)} requests got no answer from it.{' '}
      <Link className="link" to={logLink({ domain: domainName, reason: ALL_ORIGIN_FAILURES })}>
        See why in the log
      </Link>
    </Notice>
  );
}
