import type { ClientList } from '../../shared/api/types.ts';
import { Select } from '../../shared/ui/input.tsx';
import { optionText } from './list-words.ts';
import { useListClientListsQuery } from './lists-api.ts';

interface ListChoiceProps {
  /** Only lists of this kind. */
  holds: ClientList['holds'];
  /** Ids of those that are chosen already. */
  without: readonly string[];
  onChoose: (id: string) => void;
}

/** Adds one more of the lists that a policy can refer to. */
export default function ListChoice({ holds, without, onChoose }: ListChoiceProps) {
  const { data, isError } = useListClientListsQuery(undefined, { refetchOnMountOrArgChange: true });
  const left = (data?.lists ?? []).filter((list) => list.holds === holds && !without.includes(list.id));
  const none = data ? 'No list to choose' : isError ? 'The lists could not be loaded' : 'Loading lists…';
  return (
    <Select value="" onChange={({ target }) => target.value && onChoose(target.value)}>
      <option value="">{left.length === 0 ? none : 'Add a list'}</option>
      {left.map((list) => (
        <option key={list.id} value={list.id}>
          {optionText(list)}
        </option>
      ))}
    </Select>
  );
}
