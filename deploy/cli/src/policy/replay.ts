import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, printable } from '@palisade/command-line';
import type { PolicyFile } from '@palisade/site-policy';
import {
  addReplays,
  isWaiting,
  notReplayedText,
  type PolicyReplay,
  type ReplayGroup,
  unknownText,
  verdictOf,
} from '@palisade/site-policy/replay';
import { type Api, ApiRefusal } from '../base/api.ts';
import { escaped } from './difference.ts';

export const REPLAY_SECONDS = 60;
/** Wait before asking again while the service is busy with another replay, in ms. */
const BUSY_WAIT_MS = 2_000;
const BUSY: ReadonlySet<string> = new Set(['replay_running', 'replays_busy']);
const MAX_GROUPS = 10;

export interface Replay {
  /** The sum of all answers; null where none came. */
  result: PolicyReplay | null;
  /** Every recorded request was judged. */
  whole: boolean;
  /** Why not every recorded request was judged. */
  refusal: string | null;
}

/** Judges a site's recorded requests by a policy file; nothing is saved. */
export async function replayRecorded(
  api: Pick<Api, 'tryChange'>,
  domain: string,
  { originConfig, policyConfig }: PolicyFile,
  limitMs = REPLAY_SECONDS * 1000,
): Promise<Replay> {
  const end = performance.now() + limitMs;
  const replay: Replay = { result: null, whole: false, refusal: null };
  while (performance.now() < end) {
    try {
      const after = replay.result?.next ?? null;
      const answer = await api.tryChange(domain, { originConfig, policyConfig }, after);
      replay.result = addReplays(replay.result, answer);
      if (answer.next === null) return { ...replay, whole: true };
    } catch (error) {
      // A plan without a replay is better than none.
      if (!(error instanceof CommandError)) throw error;
      replay.refusal = error instanceof ApiRefusal ? error.problem.detail : error.message;
      if (!BUSY.has(error.code)) return replay;
      await sleep(Math.min(BUSY_WAIT_MS, Math.max(0, end - performance.now())));
      continue;
    }
    replay.refusal = null;
  }
  return replay;
}

/** For a terminal; empty where none was asked for. */
export function replayText(replayed: Replay | null): string {
  if (replayed === null) return '';
  const groups = groupsOf(replayed).map(
    (group) => `  ${printable(directionText(group))}: ${printable(placeText(group))}, ${countText(group)}\n`,
  );
  const sentences = sentencesOf(replayed).map((sentence) => `  ${printable(sentence)}\n`);
  return ['\nOn the traffic that is recorded:\n\n', ...sentences, ...groups].join('');
}

/** For a comment on a pull request. */
export function replayMarkdown(replayed: Replay | null): string {
  if (replayed === null) return '';
  const sentences = sentencesOf(replayed).map(escaped).join(' ');
  const rows = groupsOf(replayed).map(
    (group) => `| ${directionText(group)} | ${escaped(placeText(group))} | ${escaped(countText(group))} |`,
  );
  const table = rows.length === 0 ? '' : `\n| then | where | requests |\n|---|---|---|\n${rows.join('\n')}\n`;
  return `\n**On the traffic that is recorded**\n\n${sentences}\n${table}`;
}

const groupsOf = ({ result }: Replay): ReplayGroup[] => result?.groups.slice(0, MAX_GROUPS) ?? [];

function sentencesOf({ result, whole, refusal }: Replay): string[] {
  const verdicts = result === null ? [] : [verdictOf(result), unknownText(result), notReplayedText(result)];
  const part =
    result === null || whole || isWaiting(result)
      ? ''
      : `Judged: the newest ${result.judged.toLocaleString('en')} of ${result.recorded.toLocaleString('en')} recorded requests.`;
  return [...verdicts, part, refusal ?? ''].filter((sentence) => sentence !== '');
}

const directionText = ({ direction }: ReplayGroup): string =>
  direction === 'refused' ? 'refused' : 'let pass';

const placeText = ({ path, field, message, reason }: ReplayGroup): string =>
  [path, field, message === '' ? reason : message].filter((part) => part !== '').join(', ');

const countText = ({ requests, look_like_attacks: attacks }: ReplayGroup): string =>
  attacks === 0 ? `${requests}` : `${requests}, of which ${attacks} look like attacks`;
