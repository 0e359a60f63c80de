import { writeFileSync } from 'node:fs';
import { type Command, EXIT, text, UsageError } from '@palisade/command-line';
import { Api } from '../base/api.ts';
import { CREDENTIALS_HELP, findCredentials } from '../base/credentials.ts';
import { differenceMarkdown, differenceText, differenceTo } from './difference.ts';
import { FILE_HELP, FILE_OPTION, policyOf } from './options.ts';
import { REPLAY_SECONDS, replayMarkdown, replayRecorded, replayText } from './replay.ts';
import { meaningMarkdown, meaningText, ruleMeaning } from './rule-meaning.ts';

const CHANGES = 2;

export const plan: Command = {
  summary: 'tells in words what a policy file would change on its site',
  usage: '[--file FILE] [--replay] [--json | --markdown] [--comment FILE]',
  help: `${FILE_HELP}
  --replay               also judges what is recorded of the site by the change, the newest first, for ${REPLAY_SECONDS} s at most;
                         the key needs logs:read for it
  --comment FILE         writes what --markdown says to a file, whatever else is written
  --json                 {domain, version, changes: [{field, label, before, after, removed, added}], custom_rules:
                         {findings, undecided, finding_texts, changes, complete}, replay: {result, whole, refusal} or null}
  --markdown             a table, for a comment on a pull request

Behind the difference stand custom rules that do nothing, because their conditions contradict each other or rules before
them decide all of their requests, and examples of requests that custom rules would decide otherwise than today.

Nothing is changed. Exit code 0: no difference; 2: there is one; 1: neither is known.

${CREDENTIALS_HELP}`,
  options: {
    ...FILE_OPTION,
    replay: { type: 'boolean' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    comment: { type: 'string' },
  },
  usageExit: EXIT.failed,
  run: async (input) => {
    const { values, environment, out } = input;
    if (values.json && values.markdown) throw new UsageError('--json and --markdown exclude each other.');
    const { policy } = policyOf(input);
    const api = new Api(findCredentials(environment));
    const { id, domain_name: domain } = await api.siteNamed(policy.domain);
    const live = await api.config(id);
    const changes = differenceTo(live, policy);
    const { version } = live;
    const meaning = ruleMeaning(domain, live, policy);
    const replayed = values.replay && changes.length > 0 ? await replayRecorded(api, domain, policy) : null;
    const markdown = () =>
      differenceMarkdown(domain, version, changes) + meaningMarkdown(meaning) + replayMarkdown(replayed);
    const comment = text(values, 'comment');
    if (comment !== undefined) writeFileSync(comment, markdown());
    if (values.json)
      out(
        `${JSON.stringify({ domain, version, changes, custom_rules: meaning, replay: replayed }, null, 2)}\n`,
      );
    else if (values.markdown) out(markdown());
    else
      out(planText(domain, version, differenceText(changes)) + meaningText(meaning) + replayText(replayed));
    return changes.length === 0 ? EXIT.fine : CHANGES;
  },
};

const planText = (domain: string, version: number, difference: string): string =>
  difference === ''
    ? `${domain} is as the file says (version ${version}).\n`
    : `${domain}, against version ${version}:\n\n${difference}`;
