import type { LogEntry } from '../../shared/api/types.ts';
import ExceptionDialog from '../../shared/rules/exception-dialog.tsx';
import { firedRules } from '../../shared/rules/exception-scope.ts';

/** An exception for requests like one of the log. */
export default function LogException({ log, onClose }: { log: LogEntry; onClose: () => void }) {
  return (
    <ExceptionDialog
      domainName={log.domain_name}
      fired={firedRules(log.matches)}
      target={log.request_uri}
      onClose={onClose}
    />
  );
}
