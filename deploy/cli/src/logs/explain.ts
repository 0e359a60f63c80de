import { type Command, EXIT, UsageError } from '@palisade/command-line';
import { Api } from '../base/api.ts';
import { CREDENTIALS_HELP, findCredentials } from '../base/credentials.ts';
import { entryText, logEntry } from './log-entry.ts';

export const explain: Command = {
  summary: 'tells what became of a request and why, by the id that its answer and error page have',
  usage: 'REQUEST-ID [--json]',
  help: `  --json                 the entry of the log

${CREDENTIALS_HELP}`,
  options: { json: { type: 'boolean' } },
  run: async ({ positionals, values, environment, out }) => {
    const [id, surplus] = positionals;
    if (id === undefined || surplus !== undefined)
      throw new UsageError('explain takes the id of one request.');
    const entry = await logEntry(new Api(findCredentials(environment)), id);
    out(values.json ? `${JSON.stringify(entry, null, 2)}\n` : entryText(entry));
    return EXIT.fine;
  },
};
