import { useState } from 'react';
import { ChipList } from './chip-list.tsx';
import { EntryField } from './entry-field.tsx';

interface TextListProps {
  label: string;
  hint: string;
  placeholder: string;
  entries: readonly string[];
  /** Why an entry cannot be added; undefined if it can. */
  problem?: (entry: string) => string | undefined;
  onChange: (entries: string[]) => void;
}

/** A short list of texts, such as paths or parameter names. */
export function TextList({ label, hint, placeholder, entries, problem, onChange }: TextListProps) {
  const [input, setInput] = useState('');
  const [error, setError] = useState<string>();

  const add = () => {
    const entry = input.trim();
    const wrong = entry === '' ? 'Please enter something' : problem?.(entry);
    setError(wrong ?? (entries.includes(entry) ? 'It is already in the list' : undefined));
    if (wrong || entries.includes(entry)) return;
    onChange([...entries, entry]);
    setInput('');
  };

  return (
    <div>
      <EntryField
        label={label}
        hint={hint}
        placeholder={placeholder}
        error={error}
        value={input}
        onValue={(value) => {
          setInput(value);
          setError(undefined);
        }}
        addLabel={`Add to ${label}`}
        onAdd={add}
      />
      <ChipList
        label={`${label}: entries`}
        entries={entries}
        onChange={onChange}
        removeLabel={(entry) => `Remove ${entry}`}
        removed={(entry) => `${entry} removed`}
        mono
      />
    </div>
  );
}
