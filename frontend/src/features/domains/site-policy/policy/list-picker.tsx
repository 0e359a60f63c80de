import { Plus } from 'lucide-react';
import { useState } from 'react';
import { optionText } from '../../../../entities/client-list/list-words.ts';
import type { ClientList } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Select } from '../../../../shared/ui/input.tsx';
import { ChipList } from '../form/chip-list.tsx';

interface ListPickerProps {
  label: string;
  hint: string;
  /** The owner's lists and the operator's. */
  lists: readonly ClientList[];
  /** Ids. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  locked: boolean;
  onLocked: () => void;
}

/** The lists that a field of the policy refers to. */
export function ListPicker({ label, hint, lists, chosen, onChange, locked, onLocked }: ListPickerProps) {
  const [choice, setChoice] = useState('');
  const [error, setError] = useState<string>();
  const left = lists.filter(({ id }) => !chosen.includes(id));
  const nameOf = (wanted: string) => lists.find(({ id }) => id === wanted)?.name ?? wanted;

  const add = () => {
    if (locked) {
      onLocked();
      return;
    }
    if (!left.some(({ id }) => id === choice)) {
      setError('Please choose a list');
      return;
    }
    onChange([...chosen, choice]);
    setChoice('');
  };

  return (
    <div className="rounded-md border border-line p-4">
      <div className="flex items-start gap-2">
        <Field label={label} hint={hint} error={error} className="flex-1">
          <Select
            value={choice}
            onChange={({ target }) => {
              setChoice(target.value);
              setError(undefined);
            }}
          >
            <option value="">{left.length === 0 ? 'No list to choose' : 'Choose a list'}</option>
            {left.map((list) => (
              <option key={list.id} value={list.id}>
                {optionText(list)}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          variant="secondary"
          className="mt-6.5"
          icon={<Plus className="size-4" />}
          aria-label={`Add to ${label.toLowerCase()}`}
          onClick={add}
        >
          Add
        </Button>
      </div>
      <ChipList
        label={label}
        entries={chosen}
        onChange={onChange}
        textOf={nameOf}
        removeLabel={(id) => `Remove ${nameOf(id)} from ${label.toLowerCase()}`}
        removed={(id) => `${nameOf(id)} removed from ${label.toLowerCase()}`}
        mono
      />
    </div>
  );
}
