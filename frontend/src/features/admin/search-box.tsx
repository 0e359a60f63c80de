import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from '../../shared/ui/input.tsx';

const TYPING_PAUSE_MS = 300;

/** Searches when somebody stops typing. */
export function SearchBox({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className="relative border-b border-line px-5 py-3">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-8 size-4 -translate-y-1/2 text-ink-faint"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="max-w-sm pl-9"
      />
    </div>
  );
}
