import { useListClientListsQuery } from './lists-api.ts';

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A text with the names of lists where it has their ids; the id where such a list is gone. */
export default function NamedLists({ text }: { text: string }) {
  const { data } = useListClientListsQuery();
  return text.replace(IDS, (id) => data?.lists.find((list) => list.id === id)?.name ?? id);
}
