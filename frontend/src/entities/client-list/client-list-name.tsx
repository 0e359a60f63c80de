import { useListClientListsQuery } from './lists-api.ts';

/** What a list that policies refer to by its id is called; the id where it is gone. */
export default function ClientListName({ id }: { id: string }) {
  const { data } = useListClientListsQuery();
  return data?.lists.find((list) => list.id === id)?.name ?? id;
}
