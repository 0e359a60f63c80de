import { setTimeout as wait } from 'node:timers/promises';
import { type Command, EXIT, text, UsageError } from '@palisade/command-line';
import { Api } from '../base/api.ts';
import { CREDENTIALS_HELP, findCredentials } from '../base/credentials.ts';
import { liveLogs } from './live-logs.ts';
import { entryLine, type LogEntry, recentLogs } from './log-entry.ts';

const MAX_LINES = 200;

export const tail: Command = {
  summary: 'shows requests as they come, oldest first, until it is stopped',
  usage: '[--domain DOMAIN] [--blocked] [--lines N] [--once] [--json]',
  help: `  --domain DOMAIN        of one site (default: all of the account)
  --blocked              only those that were stopped
  --lines N              of those that are there already (default: 10, at most ${MAX_LINES})
  --once                 these, and no others
  --json                 each as a line of JSON

Requests show within about a second, later where a search takes longer. Of a site that has more than ${MAX_LINES} in that time the
newest show, and it says that others may be missing; it does not know of what an edge delivers late, as after it was cut off.
Where the connection ends it is made again, and goes on where it was; requests near that point may show twice.

${CREDENTIALS_HELP}`,
  options: {
    domain: { type: 'string' },
    blocked: { type: 'boolean' },
    lines: { type: 'string' },
    once: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: async ({ values, environment, out, note }) => {
    const lines = text(values, 'lines') ?? '10';
    if (!/^\d{1,3}$/.test(lines) || Number(lines) > MAX_LINES)
      throw new UsageError(`--lines is a number up to ${MAX_LINES}.`);
    const api = new Api(findCredentials(environment));
    const domain = text(values, 'domain');
    const query = {
      ...(domain === undefined ? {} : { domain: (await api.siteNamed(domain)).id }),
      ...(values.blocked ? { status_filter: 'blocked' } : {}),
    };
    const show = (entry: LogEntry) =>
      out(values.json ? `${JSON.stringify(entry)}\n` : `${entryLine(entry)}\n`);
    const shown = new Set<string>();
    const showThoseThere = async () => {
      if (lines === '0') return;
      for (const entry of (await recentLogs(api, { ...query, limit: lines })).reverse()) {
        shown.add(entry.request_id);
        show(entry);
      }
    };
    if (values.once) {
      await showThoseThere();
      return EXIT.fine;
    }
    // Entries that arrive while the existing ones are read come from both.
    for await (const event of liveLogs(api, query, { wait, note })) {
      if (event.isBeginning) await showThoseThere();
      if (event.gap)
        note('Others may have come in between: too many at once, too slow to find, or too long ago.');
      for (const entry of event.logs) if (!shown.delete(entry.request_id)) show(entry);
    }
    return EXIT.fine;
  },
};
