import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { cn } from '../../../../shared/lib/cn.ts';
import type { PolicyFields } from './policy-fields.ts';
import { POLICY_SECTIONS, type PolicySectionId, type SectionState, sectionState } from './policy-sections.ts';

/** Tolerance below the sticky header, so that a section just scrolled to counts as current. */
const SLACK_PX = 16;

/** The scrolling element: a dialog's body, or the page. */
const scrollerOf = (form: Element) => form.closest('.scroll-body') ?? document.documentElement;

/** The current section: the first one below the sticky header. */
function useCurrentSection(form: RefObject<HTMLElement | null>): PolicySectionId {
  const [current, setCurrent] = useState<PolicySectionId>(POLICY_SECTIONS[0].id);
  useEffect(() => {
    const within = form.current;
    if (within === null || typeof IntersectionObserver === 'undefined') return undefined;
    const scroller = scrollerOf(within);
    const above = (Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0) + SLACK_PX;
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        const first = POLICY_SECTIONS.find(({ id }) => inSight.has(`policy-${id}`));
        if (first !== undefined) setCurrent(first.id);
      },
      {
        root: scroller === document.documentElement ? null : scroller,
        rootMargin: `-${above}px 0px -50% 0px`,
      },
    );
    for (const section of within.querySelectorAll('[data-policy-section]')) observer.observe(section);
    return () => observer.disconnect();
  }, [form]);
  return current;
}

/**
 * Outline of the form with unsaved changes and errors: beside it on desktops; on phones above it, showing the current
 * section, and all on tap.
 */
export function PolicyOutline({ form }: { form: RefObject<HTMLElement | null> }) {
  const id = useId();
  const { control } = useFormContext<PolicyFields>();
  const { dirtyFields, errors } = useFormState({ control });
  const current = useCurrentSection(form);
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const sections = POLICY_SECTIONS.map((section) => ({
    ...section,
    ...sectionState(section.fields, { dirtyFields, errors }),
  }));
  const close = () => {
    if (!open) return;
    setOpen(false);
    toggle.current?.focus();
  };
  const come = (to: PolicySectionId) => {
    setOpen(false);
    const section = form.current?.querySelector(`[data-policy-section="${to}"]`);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('h2')?.focus({ preventScroll: true });
  };
  return (
    <nav
      aria-label="Sections of the policy"
      data-sticky-outline=""
      className="z-10 -mx-1 mb-3 bg-raised px-1 lg:self-start lg:bg-transparent [@media(height>=30rem)]:sticky [@media(height>=30rem)]:top-16 lg:[@media(height>=30rem)]:top-20 [.scroll-body_&]:-top-5"
      // The open outline would cover the next focused element.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Escape closes the outline, not the dialog.
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        onClick={() => setOpen(!open)}
        className="flex h-11 w-full items-center justify-between gap-3 rounded-md border border-field-line bg-surface px-3 text-sm font-[560] lg:hidden"
      >
        <span className="min-w-0 truncate">{sections.find((section) => section.id === current)?.label}</span>
        <span className="flex shrink-0 items-center gap-1.5 font-normal text-ink-muted">
          <StateMark
            changed={sections.some(({ changed }) => changed)}
            wrong={sections.some(({ wrong }) => wrong)}
          />
          All sections
          <ChevronDown
            aria-hidden="true"
            className={cn('size-4 transition-transform', open && 'rotate-180')}
          />
        </span>
      </button>
      <ul
        id={`${id}-list`}
        className={cn(
          'max-h-[60dvh] overflow-y-auto border-line max-lg:max-h-[40dvh] max-lg:mt-1 max-lg:rounded-md max-lg:border max-lg:p-1 max-lg:shadow-2 lg:block lg:border-l',
          !open && 'hidden',
        )}
      >
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#policy-${section.id}`}
              aria-current={section.id === current ? 'location' : undefined}
              onClick={(event) => {
                // Keeps the URL.
                event.preventDefault();
                come(section.id);
              }}
              className="flex min-h-9 items-center justify-between gap-2 px-3 text-[0.8125rem] text-ink-muted -outline-offset-2 hover:bg-sunken hover:text-ink aria-[current=location]:font-[560] aria-[current=location]:text-brand-text lg:-ml-px lg:border-l-2 lg:border-transparent lg:aria-[current=location]:border-brand-text"
            >
              {section.label}
              <StateMark {...section} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function StateMark({ changed, wrong }: SectionState) {
  if (wrong) return <span className="shrink-0 text-2xs font-[560] text-danger-text">error</span>;
  if (changed) return <span className="shrink-0 text-2xs font-[560] text-warn-text">changed</span>;
  return null;
}
