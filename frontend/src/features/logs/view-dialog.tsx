import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { CHOOSABLE, DEFAULT_COLUMNS } from './log-columns.tsx';
import type { LogView } from './log-view.ts';

interface ViewDialogProps {
  view: LogView;
  onChange: (change: Partial<LogView>) => void;
  onClose: () => void;
}

const titleStyle = 'mb-2 text-[0.8125rem] font-[560]';

/** How the log looks on this device: every change shows at once behind the dialog. */
export default function ViewDialog({ view, onChange, onClose }: ViewDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(view.columns ?? DEFAULT_COLUMNS);
  const choose = (columns: readonly string[]) => {
    setChosen(columns);
    onChange({ columns });
  };
  const toUsual = () => {
    setChosen(DEFAULT_COLUMNS);
    onChange({ columns: null, density: 'comfortable', times: 'relative' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="View"
      description="The appearance of the log on this device."
      footer={
        <>
          <Button variant="secondary" onClick={toUsual}>
            Back to usual
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <fieldset>
          <legend className={titleStyle}>Columns</legend>
          <p className="mb-3 text-[0.8125rem] text-ink-muted">
            Time, request and details always show; on phones an entry has two lines, and the rest in its
            details.
          </p>
          <div className="grid grid-cols-2 gap-x-4 gap-y-2.5 sm:grid-cols-3">
            {CHOOSABLE.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onCheckedChange={(on) => choose(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
            ))}
          </div>
        </fieldset>
        <div>
          <p className={titleStyle} aria-hidden="true">
            Rows
          </p>
          <Segmented
            label="Rows"
            value={view.density}
            onChange={(density) => onChange({ density })}
            options={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
          />
        </div>
        <div>
          <p className={titleStyle} aria-hidden="true">
            Times
          </p>
          <Segmented
            label="Times"
            value={view.times}
            onChange={(times) => onChange({ times })}
            options={[
              { value: 'relative', label: 'How long ago' },
              { value: 'absolute', label: 'Date and time' },
            ]}
          />
        </div>
        <p className="text-[0.8125rem] text-ink-muted">
          By keyboard: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>Enter</kbd> opens an entry,{' '}
          <kbd>x</kbd> leaves out its address.
        </p>
      </div>
    </Dialog>
  );
}
