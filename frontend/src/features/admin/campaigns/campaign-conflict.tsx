import type { Campaign } from '../../../shared/api/types.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

interface CampaignConflictProps {
  /** As somebody else has saved it. */
  theirs: Campaign;
  busy: boolean;
  onLoad: () => void;
  onOverwrite: () => void;
}

/** The choice between what is in the form and what somebody else has saved since it was opened. */
export function CampaignConflict({ theirs, busy, onLoad, onOverwrite }: CampaignConflictProps) {
  return (
    <Notice tone="warn" role="alert" title="Somebody else has saved this campaign in the meantime">
      <p className="wrap-anywhere">
        Its subject is “<bdi>{theirs.subject}</bdi>” now. What you typed is still here.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} onClick={onLoad}>
          Load theirs
        </Button>
        <Button size="sm" variant="secondary" busy={busy} onClick={onOverwrite}>
          Save mine over it
        </Button>
      </div>
    </Notice>
  );
}
