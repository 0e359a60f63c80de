import type { ReactNode } from 'react';
import type { Simulation } from '../../../shared/api/types.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { MatchedRule } from './matched-rule.tsx';
import { answerTexts, phaseName } from './phase-words.ts';

const tones = { passes: 'ok', refused: 'danger', challenged: 'warn', redirected: 'info' } as const;

const judgedTexts: Readonly<Record<Simulation['judged'], (version: number) => string>> = {
  live: (version) => `Live policy, version ${version}`,
  version: (version) => `By version ${version} of the policy`,
  draft: (version) => `By version ${version} with your changes that are not saved`,
};

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line">
      <summary className="min-h-10 cursor-pointer py-2.5 text-sm font-[560] text-ink">{title}</summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The verdict in one sentence, with the details collapsed below. @param simulation null while there is none */
export function SimulationResult({ simulation }: { simulation: Simulation | null }) {
  return (
    <section
      aria-label={simulation === null ? undefined : 'Result'}
      className={simulation === null ? 'absolute' : 'grid grid-cols-[minmax(0,1fr)] gap-3'}
    >
      {/* There before anything is said in it, or nobody is told. */}
      <div role="status">{simulation !== null && <Sentence simulation={simulation} />}</div>
      {simulation !== null && <HowItCame simulation={simulation} />}
    </section>
  );
}

function Sentence({ simulation }: { simulation: Simulation }) {
  const { sentence, outcome, remark, judged, version, status, body_error: bodyError } = simulation;
  const tone = outcome === null || (outcome === 'passes' && remark !== '') ? 'warn' : tones[outcome];
  return (
    <Notice tone={tone} title={sentence}>
      {judgedTexts[judged](version)}
      {status > 0 && `; answered with ${status}`}
      {bodyError !== null && `; its body cannot be read: ${bodyError}`}
    </Notice>
  );
}

function HowItCame({ simulation }: { simulation: Simulation }) {
  const { phases, matches, exclusions } = simulation;
  const telling = matches.filter(({ logged }) => logged);
  const counting = matches.filter(({ logged }) => !logged);
  return (
    <div className="border-b border-line">
      {telling.length > 0 && (
        <Folded
          title={`Why: ${counted(telling.length, 'rule', 'rules')} matched, score ${simulation.inbound_score}`}
        >
          <ul className="divide-y divide-line text-sm">
            {telling.map((match, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a rule may match twice.
              <MatchedRule key={index} match={match} />
            ))}
          </ul>
        </Folded>
      )}
      {exclusions.length > 0 && (
        <Folded title={counted(exclusions.length, 'exclusion applied', 'exclusions applied')}>
          <ul className="grid gap-1 text-sm text-ink-muted">
            {exclusions.map(({ name, rule_id, target }) => (
              <li key={`${name} ${rule_id} ${target}`}>
                Rule {rule_id} did not look{target === null ? '' : ` at ${target}`} ({name})
              </li>
            ))}
          </ul>
        </Folded>
      )}
      <Folded title="Step by step">
        <ol className="grid gap-1.5 text-sm">
          {phases.map(({ name, answer }) => (
            <li key={name} className="grid gap-x-4 sm:grid-cols-[14rem_1fr]">
              <span className={answer === 'left_out' ? 'text-ink-faint' : 'text-ink'}>{phaseName(name)}</span>
              <span className={answer === 'decided' ? 'font-[560] text-ink' : 'text-ink-muted'}>
                {answerTexts[answer]}
              </span>
            </li>
          ))}
        </ol>
      </Folded>
      {counting.length > 0 && (
        <Folded
          title={counted(
            counting.length,
            'rule that only prepares or counts',
            'rules that only prepare or count',
          )}
        >
          <ul className="divide-y divide-line text-sm">
            {counting.map((match, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a rule may match twice.
              <MatchedRule key={index} match={match} />
            ))}
          </ul>
        </Folded>
      )}
    </div>
  );
}
