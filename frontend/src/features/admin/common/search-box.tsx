import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from '../../../shared/ui/input.tsx';

const TYPING_PAUSE_MS = 300;

interface SearchProps {
  label: string;
  placeholder?: string;
  onSearch: (text: string) => void;
}

/** Searches after a pause in typing. */
export function SearchField({ label, placeholder = label, onSearch }: SearchProps) {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-sm">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}

/** The same in the head of a list. */
export function SearchBox(props: SearchProps) {
  return (
    <div className="flex px-5 pt-1 pb-4">
      <SearchField {...props} />
    </div>
  );
}
