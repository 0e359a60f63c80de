import { targetText } from '../../../entities/policy/exclusion-words.ts';
import type { Simulation } from '../../../shared/api/types.ts';
import { Badge } from '../../../shared/ui/badge.tsx';

type Match = Simulation['matches'][number];
type Target = Match['targets'][number];

function Bytes({ children }: { children: string }) {
  return (
    <code className="rounded-sm bg-sunken px-1 font-mono wrap-anywhere">
      {children === '' ? '(nothing)' : children}
    </code>
  );
}

/** The original value, the result of each transformation, and the matched part. */
function MatchedValue({ target: { name, value, steps, transformed, found, operator } }: { target: Target }) {
  const shown = steps.filter((step, index) => step.value !== (steps[index - 1]?.value ?? value));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p>
        <span className="font-[560] text-ink">{targetText(name)}</span> <Bytes>{value}</Bytes>
      </p>
      {shown.map((step) => (
        <p key={step.name} className="pl-4 text-ink-muted">
          {step.name} makes it <Bytes>{step.value}</Bytes>
        </p>
      ))}
      {steps.length === 0 && transformed !== value && (
        <p className="pl-4 text-ink-muted">
          The rule sees <Bytes>{transformed}</Bytes>
        </p>
      )}
      <p className="pl-4 text-ink-muted wrap-anywhere">
        {operator}
        {found !== '' && (
          <>
            {' '}
            finds <Bytes>{found}</Bytes>
          </>
        )}
      </p>
    </li>
  );
}

/** A matched rule, collapsed. */
export function MatchedRule({ match }: { match: Match }) {
  const { rule_id: id, message, score, targets, tags } = match;
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
          <span className="font-mono text-ink-faint">{id === 0 ? 'Your rule' : id}</span>
          <span className="min-w-0 flex-1 wrap-anywhere text-ink">
            {message || tags.join(', ') || 'Prepares for other rules'}
          </span>
          {score > 0 && <Badge tone="danger">score {score}</Badge>}
        </summary>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-3 pl-4 text-[0.8125rem]">
          {targets.map((target, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and one value may match twice.
            <MatchedValue key={index} target={target} />
          ))}
        </ul>
      </details>
    </li>
  );
}
