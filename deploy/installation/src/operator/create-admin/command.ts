import { newPassword } from '../../config/keys.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
} from '../base/command.ts';
import { findInstallation } from '../base/installation.ts';
import { OperatorError, UsageError } from '../base/operator-error.ts';
import { askOnTerminal } from '../base/terminal.ts';
import { builtModule } from '../base/workspace.ts';

interface Made {
  id: string;
  email: string;
  link: string | null;
}

interface AccountTool {
  createAdministrator(
    environment: NodeJS.ProcessEnv,
    wanted: { email: string; username: string; fullName: string; password: string | null },
  ): Promise<Made>;
  promoteToAdministrator(environment: NodeJS.ProcessEnv, email: string): Promise<Made>;
}

const ACCOUNT_TOOL = 'services/auth/dist/tools/create-admin.js';

/** What to do about what the accounts' own code refuses. */
const TODO: Readonly<Record<string, string>> = {
  account_exists:
    'Choose another address or user name; --promote makes the account with this address an administrator.',
  user_not_found: 'Leave --promote out to make a new account.',
  password_common: 'Choose one that is not on lists of common passwords, or --generate.',
};

export const createAdmin: Command = {
  summary: 'makes an administrator: the first one, or a further one',
  usage: '--email ADDRESS (--name NAME [--generate | --link] | --promote)',
  help: `  --email ADDRESS        who signs in with it
  --name NAME            the user name
  --full-name NAME       as mails greet (default: none)
  --generate             makes a password and prints it; nobody else ever sees it
  --link                 prints a link by which the password is set: it works once, for an hour
  --promote              makes the account that has this address an administrator; its password stays
  --json                 {id, email, password, link}
${INSTALLATION_HELP}

Without --generate and --link the password is PALISADE_USER_PASSWORD, or asked for; it is never an argument, which every
user of the machine could read. The audit log has a line of it, by "operator".`,
  options: {
    ...INSTALLATION_OPTION,
    email: { type: 'string' },
    name: { type: 'string' },
    'full-name': { type: 'string' },
    generate: { type: 'boolean' },
    link: { type: 'boolean' },
    promote: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: async (input) => {
    const { values, environment, out } = input;
    const email = text(values, 'email');
    if (email === undefined) throw new UsageError('--email says whose account it is.');
    const { settings } = findInstallation(text(values, 'installation'), environment);
    const tool = await builtModule<AccountTool>(ACCOUNT_TOOL);
    const { made, password } = await explainingRefusals(() =>
      values.promote ? promote(tool, settings.auth, email) : create(tool, settings.auth, input, email),
    );
    const { id, link } = made;
    if (values.json) out(`${JSON.stringify({ id, email: made.email, password, link }, null, 2)}\n`);
    else {
      out(`${made.email} is an administrator now.\n`);
      if (password !== null) out(`Password: ${password}\n`);
      if (link !== null) out(`To set the password, once and within an hour: ${link}\n`);
    }
    return EXIT.fine;
  },
};

interface Outcome {
  made: Made;
  /** Only where this command has made it. */
  password: string | null;
}

async function promote(tool: AccountTool, environment: NodeJS.ProcessEnv, email: string): Promise<Outcome> {
  return { made: await tool.promoteToAdministrator(environment, email), password: null };
}

async function create(
  tool: AccountTool,
  environment: NodeJS.ProcessEnv,
  { values, environment: own }: CommandInput,
  email: string,
): Promise<Outcome> {
  const username = text(values, 'name');
  if (username === undefined) throw new UsageError('--name says what the user name is.');
  if (values.generate && values.link) throw new UsageError('--generate and --link exclude each other.');
  const generated = values.generate ? newPassword() : null;
  const given = async () => own.PALISADE_USER_PASSWORD ?? (await askOnTerminal('Password: '));
  const password = values.link ? null : (generated ?? (await given()));
  const fullName = text(values, 'full-name') ?? '';
  return {
    made: await tool.createAdministrator(environment, { email, username, fullName, password }),
    password: generated,
  };
}

/** Error codes and texts of the accounts' own code; invalid fields are listed one by one. */
async function explainingRefusals(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const { code, detail, issues } = error as { code?: string; detail?: string; issues?: FieldIssue[] };
    if (Array.isArray(issues)) {
      const issueTexts = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
      throw new OperatorError('account_invalid', issueTexts, 'Mend the fields that are named.', {
        cause: error,
      });
    }
    if (code !== undefined && detail !== undefined) {
      throw new OperatorError(code, detail, TODO[code] ?? '', { cause: error });
    }
    throw error;
  }
}

interface FieldIssue {
  path: readonly PropertyKey[];
  message: string;
}
