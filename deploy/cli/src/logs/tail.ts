import { setTimeout as wait } from 'node:timers/promises';
import { type Command, EXIT, text, UsageError } from '@palisade/command-line';
import { Api } from '../base/api.ts';
import { CREDENTIALS_HELP, findCredentials } from '../base/credentials.ts';
import { entryLine, recentLogs } from './log-entry.ts';

const POLL_MS = 2_000;
const PAGE = 200;

export const tail: Command = {
  summary: 'shows requests as they come, oldest first, until it is stopped',
  usage: '[--domain DOMAIN] [--blocked] [--lines N] [--once] [--json]',
  help: `  --domain DOMAIN        of one site (default: all of the account)
  --blocked              only those that were stopped
  --lines N              of those that are there already (default: 10, at most ${PAGE})
  --once                 these, and no others
  --json                 each as a line of JSON

Asked for every two seconds; of a busy site the newest ${PAGE} of each turn show.

${CREDENTIALS_HELP}`,
  options: {
    domain: { type: 'string' },
    blocked: { type: 'boolean' },
    lines: { type: 'string' },
    once: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: async ({ values, environment, out }) => {
    const lines = text(values, 'lines') ?? '10';
    if (!/^\d{1,3}$/.test(lines) || Number(lines) > PAGE)
      throw new UsageError(`--lines is a number up to ${PAGE}.`);
    const api = new Api(findCredentials(environment));
    const domain = text(values, 'domain');
    const query = {
      ...(domain === undefined ? {} : { domain: (await api.siteNamed(domain)).id }),
      ...(values.blocked ? { status_filter: 'blocked' } : {}),
    };
    let known = new Set<string>();
    for (let limit = Number(lines); ; limit = PAGE) {
      const entries = await recentLogs(api, { ...query, limit: String(Math.max(1, limit)) });
      const fresh = entries.filter(({ request_id: id }) => !known.has(id)).reverse();
      if (limit > 0)
        for (const entry of fresh) out(values.json ? `${JSON.stringify(entry)}\n` : `${entryLine(entry)}\n`);
      known = new Set(entries.map(({ request_id: id }) => id));
      if (values.once) return EXIT.fine;
      await wait(POLL_MS);
    }
  },
};
