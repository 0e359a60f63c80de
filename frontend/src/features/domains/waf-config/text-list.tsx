import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';

interface TextListProps {
  label: string;
  hint: string;
  placeholder: string;
  entries: readonly string[];
  /** Why an entry cannot be added; undefined if it can. */
  problem?: (entry: string) => string | undefined;
  onChange: (entries: string[]) => void;
}

/** A short list of texts: paths, names of parameters. */
export function TextList({ label, hint, placeholder, entries, problem, onChange }: TextListProps) {
  const [input, setInput] = useState('');
  const [error, setError] = useState<string>();

  const add = () => {
    const entry = input.trim();
    const wrong = entry === '' ? 'Please enter something' : problem?.(entry);
    setError(wrong ?? (entries.includes(entry) ? 'It is in the list already' : undefined));
    if (wrong || entries.includes(entry)) return;
    onChange([...entries, entry]);
    setInput('');
  };

  return (
    <div>
      <div className="flex items-start gap-2">
        <Field label={label} hint={hint} error={error} className="flex-1">
          <Input
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
        </Field>
        <Button
          variant="secondary"
          className="mt-6.5"
          icon={<Plus className="size-4" />}
          aria-label={`Add to ${label}`}
          onClick={add}
        >
          Add
        </Button>
      </div>
      {entries.length > 0 && (
        <ul aria-label={`${label}: entries`} className="mt-3 flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li
              key={entry}
              className="inline-flex h-8 items-center gap-1 rounded-full border border-line-strong bg-sunken pr-1 pl-3 font-mono text-[0.8125rem]"
            >
              {entry}
              <button
                type="button"
                aria-label={`Remove ${entry}`}
                onClick={() => onChange(entries.filter((other) => other !== entry))}
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

/** Paths as the edge takes them. */
export function pathProblem(path: string): string | undefined {
  return /^\/[\x21-\x7e]*$/.test(path) ? undefined : 'A path begins with a slash and has no spaces';
}
