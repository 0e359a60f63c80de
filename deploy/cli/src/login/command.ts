import { type Command, CommandError, EXIT, text, UsageError } from '@palisade/command-line';
import { Api } from '../base/api.ts';
import { CREDENTIALS_HELP, credentialsFile, dashboardUrl, storeCredentials } from '../base/credentials.ts';
import { askSecret } from '../base/terminal.ts';

export const login: Command = {
  summary: 'stores an API key for the other commands, once the API has taken it',
  usage: '--url https://DASHBOARD',
  help: `  --url URL              where the dashboard is (default: PALISADE_URL)

The key is PALISADE_API_KEY, or asked for; without a terminal it is what standard input says. It is written to
$XDG_CONFIG_HOME/palisade/credentials.json (~/.config), which nobody but you may read. Make one under Settings → Security → API keys:
domains:read for pull and plan, domains:write for apply, logs:read for explain and tail.

${CREDENTIALS_HELP}`,
  options: { url: { type: 'string' } },
  run: async ({ values, environment, out }) => {
    const address = text(values, 'url') ?? environment.PALISADE_URL;
    if (address === undefined) throw new UsageError('--url says where the dashboard is.');
    const url = dashboardUrl(address);
    const apiKey = environment.PALISADE_API_KEY || (await askSecret('API key: '));
    if (apiKey === '') throw new CommandError('no_key', 'No API key was given.');
    const sites = await new Api({ url, apiKey }).sites();
    storeCredentials(environment, { url, apiKey });
    const count = sites.length === 1 ? '1 site' : `${sites.length} sites`;
    out(`Signed in at ${url.origin}: ${count}. The key is in ${credentialsFile(environment)}.\n`);
    return EXIT.fine;
  },
};
