import {
  isWaiting,
  keyOf,
  notReplayedText,
  type ReplayGroup,
  unknownText,
  verdictOf,
} from '@palisade/site-policy/replay';
import { reasonName } from '@palisade/site-policy/words';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { RulesLoading } from '../form/rules-loading.tsx';
import { useReplay } from './use-replay.ts';

interface ReplayPanelProps {
  domainName: string;
  /** The unsaved change. */
  change: object;
  onClose: () => void;
}

const SHOWN_GROUPS = 20;

/** Effect of an unsaved change on the recorded requests, as text and by path, rule and field. */
export default function ReplayPanel({ domainName, change, onClose }: ReplayPanelProps) {
  const { replay, running, error, start, stop } = useReplay(domainName);
  const text = JSON.stringify(change);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Opens at the end of a long form, possibly out of sight.
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    void start(JSON.parse(text) as object);
  }, [start, text]);

  const isBeginning = replay === null || (running && isWaiting(replay));
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Try on your traffic"
      aria-busy={running}
      className="my-4 grid grid-cols-1 gap-4 rounded-lg bg-sunken p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm">What this change would have done</h3>
        <div className="flex gap-2">
          {running && (
            <Button size="sm" variant="secondary" onClick={stop}>
              Stop
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onClose}>
            Close
          </Button>
        </div>
      </header>
      {error !== undefined && replay === null ? (
        <ErrorState
          message={messageOf(error, 'The change could not be tested')}
          onRetry={() => void start(change)}
          className="py-6"
        />
      ) : (
        <>
          <p role="status" className="text-sm">
            {isBeginning ? 'Replaying the latest requests…' : verdictOf(replay)}
          </p>
          {isBeginning && running && <RulesLoading what="replay" />}
          {replay !== null && replay.recorded > 0 && (
            <div className="grid gap-1.5">
              <progress
                className="meter w-full"
                aria-label="Requests judged"
                value={replay.judged}
                max={Math.max(replay.recorded, replay.judged)}
              />
              <p className="tabular text-[0.8125rem] text-ink-muted">
                {formatCount(replay.judged)} of {formatCount(replay.recorded)} recorded requests judged
              </p>
            </div>
          )}
          {replay !== null && replay.groups.length > 0 && <Groups groups={replay.groups} />}
          {replay !== null &&
            [unknownText(replay), notReplayedText(replay)]
              .filter((line) => line !== '')
              .map((line) => (
                <p key={line} className="text-[0.8125rem] text-ink-muted">
                  {line}
                </p>
              ))}
        </>
      )}
    </section>
  );
}

function Groups({ groups }: { groups: readonly ReplayGroup[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label="Requests by path and rule">
      <table className="w-full min-w-160 text-left text-[0.8125rem]">
        <thead className="text-ink-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-3 font-normal">
              Would be
            </th>
            <th scope="col" className="py-1.5 pr-3 font-normal">
              Path
            </th>
            <th scope="col" className="py-1.5 pr-3 font-normal">
              Why
            </th>
            <th scope="col" className="py-1.5 pr-3 font-normal">
              Field
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-normal">
              Requests
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Look like attacks
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {groups.slice(0, SHOWN_GROUPS).map((group) => (
            <tr
              key={keyOf(group)}
              title={`${group.examples[0]?.method ?? ''} ${group.examples[0]?.target ?? ''}`}
            >
              <td className="py-1.5 pr-3">{group.direction === 'refused' ? 'Blocked' : 'Let through'}</td>
              <td className="max-w-60 py-1.5 pr-3 font-mono wrap-anywhere">{group.path}</td>
              <td className="py-1.5 pr-3">{group.message || reasonName(group.reason)}</td>
              <td className="py-1.5 pr-3 font-mono">{group.field || '–'}</td>
              <td className="tabular py-1.5 pr-3 text-right">{formatCount(group.requests)}</td>
              <td className="tabular py-1.5 text-right">{formatCount(group.look_like_attacks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
