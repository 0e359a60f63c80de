import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Changes several query parameters at once; null takes one out. Two changes one after the other would undo the first. */
export function useSearchPatch(): (changes: Readonly<Record<string, string | null>>) => void {
  const [, setParameters] = useSearchParams();
  return useCallback(
    (changes) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes)) {
            if (value === null) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
}

/** One query parameter as state: what a screen filters by can be linked to and survives a reload. */
export function useSearchState(key: string, fallback: string): [string, (value: string) => void] {
  const [parameters] = useSearchParams();
  const patch = useSearchPatch();
  const set = useCallback(
    (value: string) => patch({ [key]: value === fallback ? null : value }),
    [key, fallback, patch],
  );
  return [parameters.get(key) ?? fallback, set];
}

/** Delay after the last key press before the URL is updated. */
const FOLLOWS_AFTER_MS = 300;

/**
 * A query parameter that is typed. The field's text is its own, and the address follows: a field that shows the address loses
 * keys wherever the router is slower than the hands.
 *
 * @returns the text; what changes it; and what empties the field for a caller who takes the parameter out of the address
 *   together with other changes, which a change that follows by itself would undo
 */
export function useSearchText(key: string): [string, (text: string) => void, () => void] {
  const [inAddress, setInAddress] = useSearchState(key, '');
  const [text, setText] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    // Changed by somebody else: a link, the way back. Our own change is no news, and may be behind what was typed since.
    if (inAddress !== written) {
      setWritten(inAddress);
      setText(inAddress);
    }
  }
  useEffect(() => {
    if (text === written) return undefined;
    const timer = setTimeout(() => {
      setWritten(text);
      setInAddress(text);
    }, FOLLOWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, written, setInAddress]);
  const empty = useCallback(() => {
    setText('');
    setWritten('');
  }, []);
  return [text, setText, empty];
}
