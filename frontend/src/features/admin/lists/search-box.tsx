import { Search } from 'lucide-react';
import { useSearchState, useSearchText } from '../../../shared/hooks/use-search-state.ts';
import { Input } from '../../../shared/ui/input.tsx';

interface SearchProps {
  label: string;
  placeholder?: string;
  /** Query parameter that has the text, see `useSearched`. */
  name: string;
}

/** The text that a list is searched for. It is in the URL, so that it survives a reload and the way back from a row. */
export const useSearched = (name: string): string => useSearchState(name, '')[0].trim();

/** A list's search field; the URL follows after a pause in typing. */
export function SearchField({ label, placeholder = label, name }: SearchProps) {
  const [text, setText] = useSearchText(name);
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
