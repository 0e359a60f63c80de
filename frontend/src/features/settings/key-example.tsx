import { CopyButton } from '../../shared/ui/copy-button.tsx';
import type { OfferedScope } from './offered-scopes.ts';

/** A call that changes nothing, for each permission that reads. */
const READS: Partial<Record<OfferedScope, string>> = {
  'domains:read': '/api/domains',
  'logs:read': '/api/dashboard/logs/recent?limit=5',
  'account:read': '/api/auth/me',
  'billing:read': '/api/invoices',
};

/** A command that shows that the key works, and the way to all that it may do. */
export function KeyExample({ apiKey, scopes }: { apiKey: string; scopes: readonly OfferedScope[] }) {
  const path = scopes.map((scope) => READS[scope]).find((read) => read !== undefined);
  const command = path && `curl -sS -H 'Authorization: Bearer ${apiKey}' '${window.location.origin}${path}'`;
  return (
    <div className="mt-5 grid gap-2 text-sm">
      {command && (
        <>
          <h3 className="text-[0.8125rem] font-[560]">Try it</h3>
          <div className="flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-3">
            <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{command}</code>
            <CopyButton value={command} label="command" />
          </div>
        </>
      )}
      <p>
        <a className="link" href="/api/docs" target="_blank" rel="noreferrer">
          All calls, with examples
        </a>
      </p>
    </div>
  );
}
