import type { Options, SearchResult } from 'minisearch';
import { useEffect, useState } from 'react';

/** A part of a page: its address, and what is shown of it. */
export interface DocsPart {
  id: string;
  title: string;
  heading: string;
  excerpt: string;
}

export interface DocsSearch {
  found: readonly DocsPart[];
  busy: boolean;
  failed: boolean;
}

type Search = (words: string) => readonly DocsPart[];

const INDEX = '/docs/search.json';
/** Fewer letters are in nearly every page. */
const MIN_LETTERS = 3;
const MAX_RESULTS = 6;
const NOTHING: DocsSearch = { found: [], busy: false, failed: false };

const partOf = ({ id, title, heading, excerpt }: SearchResult): DocsPart => ({
  id: String(id),
  title: String(title),
  heading: String(heading),
  excerpt: String(excerpt),
});

/** The index that the documentation is built with; it says itself how it is searched. */
async function load(): Promise<Search> {
  const [{ default: MiniSearch }, answer] = await Promise.all([import('minisearch'), fetch(INDEX)]);
  if (!answer.ok) throw new Error(`the index answered with ${answer.status}`);
  const { options, index }: { options: Options<DocsPart>; index: Parameters<typeof MiniSearch.loadJS>[0] } =
    await answer.json();
  const stored = MiniSearch.loadJS(index, options);
  return (words) => stored.search(words).slice(0, MAX_RESULTS).map(partOf);
}

let loading: Promise<Search> | null = null;

/** The index is kept until the page is left; a failed load is retried. */
function loaded(): Promise<Search> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Searches the documentation in the browser. Nobody who does not type loads its index. */
export function useDocsSearch(typed: string): DocsSearch {
  const words = typed.trim();
  const [answer, setAnswer] = useState({ words: '', ...NOTHING });
  useEffect(() => {
    if (words.length < MIN_LETTERS) return;
    let wanted = true;
    loaded().then(
      (search) => wanted && setAnswer({ words, ...NOTHING, found: search(words) }),
      () => wanted && setAnswer({ words, ...NOTHING, failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, [words]);
  if (words.length < MIN_LETTERS) return NOTHING;
  // The previous results stay until the next ones arrive: a flickering list cannot be read.
  return answer.words === words ? answer : { ...answer, busy: true };
}
