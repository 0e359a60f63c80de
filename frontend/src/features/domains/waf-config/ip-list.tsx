import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { checkIpEntry } from '../../../shared/lib/ip-list.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { toast } from '../../../shared/ui/toast.ts';

const texts = {
  allowed: { label: 'Allowed IPs', list: 'allow list', empty: 'No address is always allowed.' },
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

  const remove = (entry: string) => {
    onChange(entries.filter((other) => other !== entry));
    toast.success(`IP address removed from ${list}`);
  };

  return (
    <div className="rounded-md border border-line p-4">
      <div className="flex items-start gap-2">
        <Field label={label} error={error} className="flex-1">
          <Input
            value={input}
            placeholder="203.0.113.7 or 203.0.113.0/24"
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setInput(event.target.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter adds the entry; it must not save the whole policy.
              event.preventDefault();
              add();
            }}
          />
        </Field>
        <Button
          variant="secondary"
          className="mt-[1.625rem]"
          icon={<Plus className="size-4" />}
          aria-label={`Add to ${list}`}
          onClick={add}
        >
          Add
        </Button>
      </div>
      {entries.length === 0 ? (
        <p className="mt-2 text-[0.8125rem] text-ink-faint">{empty}</p>
      ) : (
        <ul aria-label={label} className="mt-3 flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li
              key={entry}
              className="inline-flex h-8 items-center gap-1 rounded-full border border-line-strong bg-sunken pr-1 pl-3 font-mono text-[0.8125rem]"
            >
              {entry}
              <button
                type="button"
                aria-label={`Remove ${entry} from ${list}`}
                onClick={() => remove(entry)}
                className="grid size-6 place-items-center rounded-full text-ink-faint hover:bg-line hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
