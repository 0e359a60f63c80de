import { useListClientListsQuery } from './lists-api.ts';

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces ids of lists in a text by their names; the id of a deleted list stays. */
export default function NamedLists({ text }: { text: string }) {
  const { data } = useListClientListsQuery();
  return text.replace(IDS, (id) => data?.lists.find((list) => list.id === id)?.name ?? id);
}
