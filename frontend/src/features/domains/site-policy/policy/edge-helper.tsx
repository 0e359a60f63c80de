import type { ReactNode } from 'react';
import { useListRuleReleasesQuery } from '../../../../entities/domain/domains-api.ts';
import type { RuleReleases } from '../../../../shared/api/openapi.gen.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';

interface EdgeHelperProps {
  helper: keyof RuleReleases['lacking'];
  /** Its name, such as "list of leaked passwords". */
  name: string;
  /** What happens to requests without it. */
  without: ReactNode;
  /** Guide for operators. */
  guide: string;
}

/** Whether the operator has configured what a setting needs, and how to do it. Renders nothing while unknown. */
export function EdgeHelper({ helper, name, without, guide }: EdgeHelperProps) {
  const { data } = useListRuleReleasesQuery();
  if (data === undefined || data.nodes === 0) return null;
  const lacking = data.lacking[helper];
  if (lacking === 0)
    return (
      <p className="max-w-prose text-[0.8125rem] text-ink-muted">Your operator has set up the {name}.</p>
    );
  return (
    <Notice
      tone="warn"
      role="status"
      title={
        lacking === data.nodes
          ? `Your operator has set up no ${name}`
          : `${lacking} of ${data.nodes} edge nodes have no ${name}`
      }
    >
      {without} Ask your operator to set one up;{' '}
      <a className="link" href={guide} target="_blank" rel="noreferrer">
        the documentation
      </a>{' '}
      says how.
    </Notice>
  );
}
