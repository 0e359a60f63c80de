import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
} from '../base/command.ts';
import { exclusively } from '../base/exclusive.ts';
import { findInstallation, type Installation } from '../base/installation.ts';
import { OperatorError, UsageError } from '../base/operator-error.ts';
import { builtModule } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';

const STORES = ['clickhouse', 'postgresql'] as const;
type Store = (typeof STORES)[number];
const ADDRESS = 'PALISADE_LOGS_CLICKHOUSE_URL';

interface MoveTool {
  move(
    environment: NodeJS.ProcessEnv,
    request: { to: Store; accept: boolean; note(text: string): void },
  ): Promise<{ days: number; records: bigint; differences: string[] }>;
}

export const moveLogs: Command = {
  summary: 'moves request logs from PostgreSQL to ClickHouse or back, while everything goes on serving',
  usage: '--to clickhouse | postgresql [--accept]',
  help: `  --to STORE             where the log service writes to by now
  --accept               ends the move although the comparison finds differences
${INSTALLATION_HELP}

First tell the log service where it writes to from now on (${ADDRESS}), and start each of its processes anew; then run this.
On the way back the service no longer knows the address of ClickHouse: give it to this command in ${ADDRESS}.
Logs of the past are shown once they have been moved, the newest first. Ended in the middle, the same command goes on where it stood.
At the end it compares records and counts of each day and site with what there was before, and exits with 1 if they differ.`,
  options: { ...INSTALLATION_OPTION, to: { type: 'string' }, accept: { type: 'boolean' } },
  run: async (input) => {
    const { values, environment } = input;
    const to = storeOf(text(values, 'to'));
    const installation = findInstallation(text(values, 'installation'), environment);
    return await exclusively(installation, 'changes', () => move(input, installation, to));
  },
};

async function move(
  { values, environment, note, out }: CommandInput,
  installation: Installation,
  to: Store,
): Promise<number> {
  const settings = settingsFor(to, installation, environment);
  const accept = values.accept === true;
  const tool = await builtModule<MoveTool>('services/logs/dist/tools/move-logs.js');
  const { days, records, differences } = await tool
    .move(settings, { to, accept, note })
    .catch((cause: unknown) => {
      throw new OperatorError(
        'move_interrupted',
        `The move has stopped: ${describe(cause)}`,
        'Nothing is lost. Mend it, then run the same again, which goes on here.',
        { cause },
      );
    });
  for (const line of differences) note(line);
  if (differences.length === 0 || accept) {
    out(`Done: ${records} records are in ${to}; days compared: ${days}.\n`);
    return EXIT.fine;
  }
  throw new OperatorError(
    'move_differs',
    `${differences.length} sums of a day and site are not what they were.`,
    'Where somebody’s records were deleted meanwhile, this is why. Run the same with --accept to end the move all the same.',
  );
}

function storeOf(given: string | undefined): Store {
  const store = STORES.find((name) => name === given);
  if (store === undefined) throw new UsageError(`--to is one of ${STORES.join(', ')}.`);
  return store;
}

/** The service's settings, with the ClickHouse URL that it no longer has on the way back. */
function settingsFor(
  to: Store,
  { kind, settings }: Installation,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const configured = settings.logs[ADDRESS] ?? '';
  // With containers this process only knows its own settings.
  if (kind === 'standalone' && (configured !== '') !== (to === 'clickhouse')) {
    throw new OperatorError(
      'not_switched',
      `The log service still writes to ${to === 'clickhouse' ? 'PostgreSQL' : 'ClickHouse'}.`,
      to === 'clickhouse' ? `Set ${ADDRESS} and start it anew.` : `Remove ${ADDRESS} and start it anew.`,
    );
  }
  const address = configured === '' ? (environment[ADDRESS] ?? '') : configured;
  if (address === '')
    throw new OperatorError(
      'address_missing',
      'This command is not told where ClickHouse is.',
      `Give it ${ADDRESS}=http://USER:PASSWORD@HOST:8123/DATABASE in its environment.`,
    );
  return { ...settings.logs, [ADDRESS]: address };
}
