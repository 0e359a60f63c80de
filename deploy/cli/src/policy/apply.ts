import { writeFileSync } from 'node:fs';
import { type Command, CommandError, EXIT, text, UsageError } from '@palisade/command-line';
import { Api, ApiRefusal, type LiveConfig } from '../base/api.ts';
import { CREDENTIALS_HELP, findCredentials } from '../base/credentials.ts';
import { appliedPolicy, compared } from './apply-policy.ts';
import { differenceText } from './difference.ts';
import { FILE_HELP, FILE_OPTION, policyOf } from './options.ts';
import { withVersion } from './policy-document.ts';

export const apply: Command = {
  summary: 'changes a site to what its policy file says, unless somebody else has changed it meanwhile',
  usage: '[--file FILE] [--expect-version N | --draft NAME]',
  help: `${FILE_HELP}
  --expect-version N     the version that the change was looked at against, such as \`plan --json\` tells it; refused if the
                         site is at another one. Default: the version in the file, where it has one
  --draft NAME           keeps the change as the draft of that name, in place of the one that there is; it holds for nobody until somebody applies it in the
                         dashboard, under the site's History; the file stays as it is

The version in the file follows. What changes is said first, and is sent with the version that it was compared with: who
changes the site between the two is never overwritten.

${CREDENTIALS_HELP}`,
  options: { ...FILE_OPTION, 'expect-version': { type: 'string' }, draft: { type: 'string' } },
  run: async (input) => {
    const { values, environment, out } = input;
    const { file, text: written, policy } = policyOf(input);
    const expected = versionOf(text(values, 'expect-version')) ?? policy.version;
    const api = new Api(findCredentials(environment));
    const { id, domain_name: domain } = await api.siteNamed(policy.domain);
    const comparison = await compared(api, id, policy);
    const { live, changes } = comparison;
    if (changes.length > 0) {
      if (expected !== undefined && expected !== live.version)
        throw changedMeanwhile(domain, expected, live.version);
      out(`${domain}, against version ${live.version}:\n\n${differenceText(changes)}\n`);
    }
    const { originConfig, policyConfig } = policy;
    const name = text(values, 'draft');
    if (name !== undefined) {
      if (changes.length === 0) {
        out(`${domain} is as the file says; there is nothing to keep.\n`);
        return EXIT.fine;
      }
      await api.keepDraft(id, { name, version: live.version, originConfig, policyConfig });
      out(`It waits as the draft "${name}"; apply it in the dashboard, under the site's History.\n`);
      return EXIT.fine;
    }
    const now = await sent(() => appliedPolicy(api, id, comparison, policy));
    if (policy.version !== undefined && policy.version !== now.version)
      writeFileSync(file, withVersion(written, now.version));
    out(
      changes.length === 0
        ? `${domain} is as the file says (version ${now.version}); nothing was changed.\n`
        : `${domain} is at version ${now.version} now.\n`,
    );
    return EXIT.fine;
  },
};

function versionOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(written)) throw new UsageError('--expect-version is a whole number.');
  return Number(written);
}

async function sent(send: () => Promise<LiveConfig>): Promise<LiveConfig> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'configuration_changed')
      throw new CommandError(error.code, error.message, TODO, { cause: error });
    throw error;
  }
}

const TODO = 'Pull it again, or look at the difference with palisade plan, and decide again.';

const changedMeanwhile = (domain: string, expected: number, version: number): CommandError =>
  new CommandError(
    'configuration_changed',
    `${domain} was changed meanwhile: version ${expected} was expected, and it is at ${version}.`,
    TODO,
  );
