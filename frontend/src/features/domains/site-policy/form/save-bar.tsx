import { CallButton } from '../../../../entities/api-call/call-button.tsx';
import type { ApiCall } from '../../../../entities/api-call/calls.ts';
import { Button } from '../../../../shared/ui/button.tsx';

interface SaveBarProps {
  label: string;
  dirty: boolean;
  saving: boolean;
  disabled: boolean;
  /** Why it cannot be saved. */
  problem?: string;
  onDiscard: () => void;
  /** The API call that saving makes. */
  call: () => ApiCall;
  /** Previews the effect of saving. */
  onTry?: () => void;
  /** Rolls the change out to a share of the visitors first. */
  onRollOut?: (() => void) | undefined;
  /** Saves the change as a draft. */
  onKeep?: () => void;
}

/** The foot of a long form, in a dialog or on a page: always visible, and shows unsaved changes. */
export function SaveBar({
  label,
  dirty,
  saving,
  disabled,
  problem,
  onDiscard,
  call,
  onTry,
  onRollOut,
  onKeep,
}: SaveBarProps) {
  const isWrong = problem !== undefined;
  // A disabled bar must not cover a phone's form.
  const unlessWrong = isWrong ? 'max-sm:hidden' : undefined;
  return (
    <div
      data-sticky-foot=""
      className="sticky bottom-0 [.scroll-body_&]:-bottom-5 [.scroll-body_&]:bg-raised z-10 -mx-1 mt-6 -mb-5 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface px-1 py-4"
    >
      <p role="status" className="mr-auto text-[0.8125rem] text-ink-muted">
        {problem ? (
          <span className="text-danger-text">{problem}</span>
        ) : (
          // On phones there is only room for the buttons; the tab's mark and "Discard" show it as well.
          dirty && <span className="max-sm:sr-only">Unsaved changes</span>
        )}
      </p>
      {/* Nobody runs commands on a phone, where each row of buttons covers the form. */}
      <CallButton className="px-2 max-sm:hidden" call={call} />
      {dirty && !saving && onKeep && (
        <Button variant="ghost" disabled={isWrong} className={unlessWrong} onClick={onKeep}>
          Save as draft
        </Button>
      )}
      {dirty && !saving && onTry && (
        <Button variant="secondary" disabled={isWrong} className={unlessWrong} onClick={onTry}>
          Try on your traffic
        </Button>
      )}
      {dirty && !saving && onRollOut && (
        <Button variant="secondary" disabled={isWrong} className={unlessWrong} onClick={onRollOut}>
          Roll out
        </Button>
      )}
      {dirty && !saving && (
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button type="submit" busy={saving} disabled={disabled}>
        {saving ? 'Saving...' : label}
      </Button>
    </div>
  );
}
