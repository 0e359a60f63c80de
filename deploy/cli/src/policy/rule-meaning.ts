import { printable } from '@palisade/command-line';
import type { PolicyFile } from '@palisade/site-policy';
import {
  exampleText,
  findingText,
  outcomeText,
  type RuleDifference,
  type RuleFindings,
  ruleDifference,
  ruleFindings,
} from '@palisade/site-policy/semantics';
import type { LiveConfig } from '../base/api.ts';
import { escaped, wantedConfig } from './difference.ts';

/** What a file's custom rules mean: those that do nothing, and requests that would be decided otherwise than today. */
export interface RuleMeaning extends RuleFindings, RuleDifference {
  /** Of the findings, in their order. */
  finding_texts: string[];
}

export function ruleMeaning(domain: string, live: LiveConfig, file: PolicyFile): RuleMeaning {
  const { custom_rules: before, redirects: movedBefore } = live.policyConfig;
  const { custom_rules: after, redirects: movedAfter } = wantedConfig(live, file).policyConfig;
  const names = new Map(after.map(({ id, name }) => [id, name]));
  const { findings, undecided } = ruleFindings(after);
  return {
    findings,
    undecided,
    finding_texts: findings.map(
      (finding) => `"${names.get(finding.rule_id)}": ${findingText(finding, after)}`,
    ),
    ...ruleDifference(before, after, { host: domain, redirects: [movedBefore, movedAfter] }),
  };
}

const MORE = 'There may be others: not all could be found within bounds.';

/** For a terminal; empty where there is nothing to say. */
export function meaningText({ finding_texts: findingTexts, changes, complete }: RuleMeaning): string {
  const idle = findingTexts.map((line) => `  ${printable(line)}\n`);
  const examples = changes.map(
    ({ request, before, after }) =>
      `  ${printable(exampleText(request))}\n    - ${printable(outcomeText(before))}\n    + ${printable(outcomeText(after))}\n`,
  );
  return [
    ...(idle.length > 0 ? ['\nCustom rules that do nothing:\n\n', ...idle] : []),
    ...(examples.length > 0
      ? ['\nRequests that custom rules would decide otherwise, for example:\n\n', ...examples]
      : []),
    ...(complete ? [] : [`\n${MORE}\n`]),
  ].join('');
}

/** For a comment on a pull request. */
export function meaningMarkdown({ finding_texts: findingTexts, changes, complete }: RuleMeaning): string {
  const rows = changes.map(
    ({ request, before, after }) =>
      `| ${escaped(exampleText(request))} | ${escaped(outcomeText(before))} | ${escaped(outcomeText(after))} |`,
  );
  return [
    ...(findingTexts.length > 0
      ? [
          `\n**Custom rules that do nothing**\n\n${findingTexts.map((line) => `- ${escaped(line)}`).join('\n')}\n`,
        ]
      : []),
    ...(rows.length > 0
      ? [
          `\n| a request that custom rules decide otherwise | now | then |\n|---|---|---|\n${rows.join('\n')}\n`,
        ]
      : []),
    ...(complete ? [] : [`\n${MORE}\n`]),
  ].join('');
}
