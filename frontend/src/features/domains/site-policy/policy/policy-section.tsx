import type { ReactNode } from 'react';
import { POLICY_SECTIONS, type PolicySectionId } from './policy-sections.ts';

interface PolicySectionProps {
  id: PolicySectionId;
  /** Shown beside the heading. */
  badge?: ReactNode;
  children: ReactNode;
}

/** A section of the form with a heading that the outline links to. */
export function PolicySection({ id, badge, children }: PolicySectionProps) {
  const { label } = POLICY_SECTIONS.find((section) => section.id === id)!;
  return (
    <section
      aria-labelledby={`policy-${id}-heading`}
      id={`policy-${id}`}
      data-policy-section={id}
      className="border-t border-line pt-5 pb-4 first:border-t-0 first:pt-0"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={`policy-${id}-heading`} tabIndex={-1} className="rounded-sm text-base">
          {label}
        </h2>
        {badge}
      </div>
      <div className="divide-y divide-line">{children}</div>
    </section>
  );
}
