import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ClientList } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { KIND_WORDS } from './list-kinds.ts';
import { entriesText, leftOutText } from './list-words.ts';
import { useListClientListEntriesQuery } from './lists-api.ts';

const PAGE = 100;

/** The entries of a list, a page at a time, with a search for an address. */
export function ListEntriesDialog({ list, onClose }: { list: ClientList; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  /** The address searched for; empty: all entries. */
  const [address, setAddress] = useState('');
  const [offset, setOffset] = useState(0);
  const words = KIND_WORDS[list.holds];
  const wanted = list.holds === 'addresses' ? { address } : { value: address };
  const asked = { id: list.id, offset, limit: PAGE, ...(address !== '' && wanted) };
  const query = useListClientListEntriesQuery(asked);
  const { currentData: page, isFetching } = query;
  const fault = toProblem(query.error).errors?.find(
    ({ path }) => path === 'address' || path === 'value',
  )?.message;

  const look = (wanted: string) => {
    setOffset(0);
    setAddress(wanted.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={list.name}
      description={`${entriesText(list)}. ${list.note}`.trim()}
    >
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          look(typed);
        }}
      >
        <Field label={words.question} className="flex-1" error={address === '' ? undefined : fault}>
          <Input
            type="search"
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={words.placeholder.split('\n')[0]}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              // Emptied, by its cross too: all show again.
              if (target.value === '') look('');
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="secondary"
          className="mt-6.5"
          busy={isFetching && address !== ''}
          icon={<Search aria-hidden="true" className="size-4" />}
        >
          Search
        </Button>
      </form>
      {list.refused > 0 && address === '' && <LeftOut list={list} />}
      <div className="mt-4 overflow-hidden rounded-md border border-line">
        {query.error && fault === undefined ? (
          <ErrorState
            message={messageOf(query.error, 'Failed to load the entries')}
            onRetry={query.refetch}
          />
        ) : page === undefined ? (
          <p className="grid h-24 place-items-center">{isFetching && <Spinner className="size-5" />}</p>
        ) : (
          <>
            <Entries
              entries={page.entries}
              none={noneText(address)}
              isLong={list.holds === 'user_agents' || list.holds === 'fingerprints'}
            />
            {page.total > PAGE && (
              <Pager
                at={`${formatCount(offset + 1)}–${formatCount(offset + page.entries.length)} of ${formatCount(page.total)}`}
                back={{ label: 'Back', act: offset > 0 ? () => setOffset(offset - PAGE) : null }}
                on={{
                  label: 'Next',
                  act: offset + PAGE < page.total ? () => setOffset(offset + PAGE) : null,
                }}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const noneText = (address: string): string =>
  address === '' ? 'There is nothing on it.' : `No entry holds ${address}.`;

/** @param isLong each on a line of its own */
function Entries({ entries, none, isLong }: { entries: readonly string[]; none: string; isLong: boolean }) {
  if (entries.length === 0)
    return (
      <p role="status" className="px-4 py-6 text-center text-sm text-ink-muted">
        {none}
      </p>
    );
  return (
    <ul
      aria-label="Entries"
      className={cn(
        'grid gap-x-4 px-4 py-3 font-mono text-[0.8125rem]',
        !isLong && 'grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]',
      )}
    >
      {entries.map((entry) => (
        <li key={entry} className="py-0.5 break-all">
          {entry}
        </li>
      ))}
    </ul>
  );
}

function LeftOut({ list }: { list: ClientList }) {
  return (
    <Notice tone="warn" title={leftOutText(list)} className="mt-4">
      <ul>
        {list.refused_lines.map(({ line, text, why }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: <span className="font-mono">{text}</span>
            {why !== undefined && `: ${why}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
