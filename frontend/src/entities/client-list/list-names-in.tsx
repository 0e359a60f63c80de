import { lazy, Suspense } from 'react';

/** Brings the calls for lists. */
const NamedLists = lazy(() => import('./named-lists.tsx'));
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A text of a policy, which names lists by their ids: with their names instead. Other texts ask for nothing. */
export function ListNamesIn({ text }: { text: string }) {
  if (!ID.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <NamedLists text={text} />
    </Suspense>
  );
}
