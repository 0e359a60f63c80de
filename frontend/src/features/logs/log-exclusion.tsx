import ExcludeRequestDialog from '../../entities/policy/exclude-request-dialog.tsx';
import { firedRules } from '../../entities/policy/exclusion-scope.ts';
import type { LogEntry } from '../../shared/api/types.ts';

/** An exclusion for requests like one of the log. */
export default function LogExclusion({ log, onClose }: { log: LogEntry; onClose: () => void }) {
  return (
    <ExcludeRequestDialog
      domainName={log.domain_name}
      fired={firedRules(log.matches)}
      target={log.request_uri}
      onClose={onClose}
    />
  );
}
