import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, printable } from '@palisade/command-line';
import type { PolicyFile } from '@palisade/site-policy';
import {
  addReplays,
  notReplayedText,
  type PolicyReplay,
  type ReplayGroup,
  unknownText,
  verdictOf,
} from '@palisade/site-policy/replay';
import { type Api, ApiRefusal } from '../base/api.ts';
import { escaped } from './difference.ts';

export const REPLAY_SECONDS = 60;
/** Between two questions, where the service is busy with another. */
const BUSY_WAIT_MS = 2_000;
const BUSY: ReadonlySet<string> = new Set(['replay_running', 'replays_busy']);
const MAX_GROUPS = 10;

export interface Replay {
  /** Null: nothing was judged. */
  judged: PolicyReplay | null;
  /** All that is recorded was judged. */
  whole: boolean;
  /** Why no more was. */
  refusal: string | null;
}

/** Judges what is recorded of a site by what a file would change; nothing is saved. */
export async function replay(
  api: Pick<Api, 'tryChange'>,
  domain: string,
  { originConfig, policyConfig }: PolicyFile,
  limitMs = REPLAY_SECONDS * 1000,
): Promise<Replay> {
  const end = performance.now() + limitMs;
  const result: Replay = { judged: null, whole: false, refusal: null };
  while (performance.now() < end) {
    try {
      const after = result.judged?.next ?? null;
      const answer = await api.tryChange(domain, { originConfig, policyConfig }, after);
      result.judged = addReplays(result.judged, answer);
      if (answer.next === null) return { ...result, whole: true };
    } catch (error) {
      // A plan without a replay is better than none.
      if (!(error instanceof CommandError)) throw error;
      result.refusal = error instanceof ApiRefusal ? error.problem.detail : error.message;
      if (!BUSY.has(error.code)) return result;
      await sleep(Math.min(BUSY_WAIT_MS, Math.max(0, end - performance.now())));
      continue;
    }
    result.refusal = null;
  }
  return result;
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

const groupsOf = ({ judged }: Replay): ReplayGroup[] => judged?.groups.slice(0, MAX_GROUPS) ?? [];

function sentencesOf({ judged, whole, refusal }: Replay): string[] {
  const verdicts = judged === null ? [] : [verdictOf(judged), unknownText(judged), notReplayedText(judged)];
  const part =
    judged === null || whole
      ? ''
      : `Judged: the newest ${judged.judged.toLocaleString('en')} of ${judged.recorded.toLocaleString('en')} recorded requests.`;
  return [...verdicts, part, refusal ?? ''].filter((sentence) => sentence !== '');
}

const directionText = ({ direction }: ReplayGroup): string =>
  direction === 'refused' ? 'refused' : 'let pass';

const placeText = ({ path, field, message, reason }: ReplayGroup): string =>
  [path, field, message === '' ? reason : message].filter((part) => part !== '').join(', ');

const countText = ({ requests, look_like_attacks: attacks }: ReplayGroup): string =>
  attacks === 0 ? `${requests}` : `${requests}, of which ${attacks} look like attacks`;
