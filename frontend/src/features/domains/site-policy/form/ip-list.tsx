import { useState } from 'react';
import { checkIpEntry } from '../../../../entities/policy/ip-list.ts';
import { toast } from '../../../../shared/ui/toast.ts';
import { ChipList } from './chip-list.tsx';
import { EntryField } from './entry-field.tsx';

const texts = {
  allowed: { label: 'Allowed IPs', list: 'allow list', empty: 'No address is on this list.' },
  blocked: { label: 'Blocked IPs', list: 'block list', empty: 'No address is blocked.' },
} as const;

interface IpListProps {
  kind: keyof typeof texts;
  entries: readonly string[];
  locked: boolean;
  onLocked: () => void;
  onChange: (entries: string[]) => void;
}

export function IpList({ kind, entries, locked, onLocked, onChange }: IpListProps) {
  const [input, setInput] = useState('');
  const [error, setError] = useState<string>();
  const { label, list, empty } = texts[kind];

  const add = () => {
    if (locked) {
      onLocked();
      return;
    }
    const result = checkIpEntry(input, entries);
    if (!result.ok) {
      setError(result.message);
      toast.error(result.message);
      return;
    }
    onChange([...entries, result.value]);
    setInput('');
    setError(undefined);
    toast.success(`IP/subnet added to ${list}`);
  };

  return (
    <div className="rounded-md border border-line p-4">
      <EntryField
        label={label}
        placeholder="203.0.113.7 or 203.0.113.0/24"
        error={error}
        value={input}
        onValue={(value) => {
          setInput(value);
          setError(undefined);
        }}
        addLabel={`Add to ${list}`}
        onAdd={add}
      />
      {entries.length === 0 && <p className="mt-2 text-[0.8125rem] text-ink-faint">{empty}</p>}
      <ChipList
        label={label}
        entries={entries}
        onChange={onChange}
        removeLabel={(entry) => `Remove ${entry} from ${list}`}
        removed={() => `IP address removed from ${list}`}
        mono
      />
    </div>
  );
}
