import type { Ban, BanList } from '../../../shared/api/types.ts';
import { formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/button.tsx';

export const BANS_A_PAGE = 50;

interface BanWords {
  name: string;
  text: string;
  /** Text of the button and its accessible name. */
  button: string;
  action: string;
}

/** A page of bans or listed clients, each with a button to lift it. */
export function BanRows({
  label,
  counted,
  list: { bans, total },
  offset,
  onOffset,
  wordsOf,
  onLift,
}: {
  label: string;
  /** Total on all pages. */
  counted: string;
  list: BanList;
  offset: number;
  onOffset: (offset: number) => void;
  wordsOf: (ban: Ban) => BanWords;
  onLift: (ban: Ban) => void;
}) {
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line rounded-md border border-line">
        {bans.map((ban) => {
          const { name, text, button, action } = wordsOf(ban);
          return (
            <li key={ban.address} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
              <span className="min-w-44 font-mono wrap-anywhere text-[0.8125rem] font-[600]">{name}</span>
              <span className="min-w-0 flex-1 basis-48 text-[0.8125rem] wrap-anywhere text-ink-muted">
                <bdi>{text}</bdi>
                {ban.note !== '' && (
                  <>
                    {' '}
                    · <bdi>{ban.note}</bdi>
                  </>
                )}{' '}
                · until {formatDateTime(ban.until)}
              </span>
              <Button size="sm" variant="secondary" aria-label={action} onClick={() => onLift(ban)}>
                {button}
              </Button>
            </li>
          );
        })}
      </ul>
      {total > BANS_A_PAGE && (
        <div className="flex items-center justify-end gap-2 text-sm text-ink-muted">
          <span className="mr-auto">
            {formatCount(total)} {counted}
          </span>
          <Button
            size="sm"
            variant="secondary"
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - BANS_A_PAGE))}
          >
            Previous
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={offset + BANS_A_PAGE >= total}
            onClick={() => onOffset(offset + BANS_A_PAGE)}
          >
            Next
          </Button>
        </div>
      )}
    </>
  );
}
