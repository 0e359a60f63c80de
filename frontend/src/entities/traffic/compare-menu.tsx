import { useState } from 'react';
import { useSearchPatch } from '../../shared/hooks/use-search-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { Menu, type MenuEntry } from '../../shared/ui/menu.tsx';
import type { ComparedPeriods } from './compared-periods.ts';

const DAY_MS = 86_400_000;
/** As the field for a moment has it, in the browser's own time. */
const asField = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

interface CompareMenuProps extends ComparedPeriods {
  /** The button's name, and what is written on it. */
  label: string;
  text: string;
}

/** What can be compared with, and the button that opens it, which has been pressed. */
export default function CompareMenu({ period, against, label, text }: CompareMenuProps) {
  const change = useSearchPatch();
  const [choosing, setChoosing] = useState(false);
  const begin = Date.parse(period.from);
  const compareWith = (ms: number) => change({ against: new Date(ms).toISOString() });
  const back = (days: number, label: string): MenuEntry => ({
    key: label,
    label,
    onSelect: () => compareWith(begin - days * DAY_MS),
  });
  const entries: MenuEntry[] = [
    { key: 'before', label: 'The time just before', onSelect: () => change({ against: null }) },
    back(1, 'A day earlier'),
    back(7, 'A week earlier'),
    back(28, 'Four weeks earlier'),
    { key: 'other', label: 'Another time…', onSelect: () => setChoosing(true) },
  ];
  return (
    <>
      <Menu
        startsOpen
        label={label}
        entries={entries}
        trigger={
          <Button size="sm" variant="secondary">
            {text}
          </Button>
        }
      />
      {choosing && (
        <OtherPeriod
          begin={against ? Date.parse(against.from) : begin - 7 * DAY_MS}
          onChosen={(ms) => {
            setChoosing(false);
            compareWith(ms);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function OtherPeriod({
  begin,
  onChosen,
  onClose,
}: {
  begin: number;
  onChosen: (ms: number) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(() => asField(begin));
  const chosen = Date.parse(text);
  const error = Number.isNaN(chosen) ? 'Please enter a day and a time' : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title="Compare with another time"
      description="Of the same length as the period shown."
      submitLabel="Compare"
      onSubmit={(event) => {
        event.preventDefault();
        if (error === undefined) onChosen(chosen);
      }}
    >
      <Field label="It begins" error={error}>
        <Input type="datetime-local" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
