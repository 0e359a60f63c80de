/** Answers of a replay on recorded requests, put together and in words, for the dashboard and the command line. */
export { addReplays, keyOf } from './add-replays.ts';
export type { PolicyReplay, ReplayGroup } from './policy-replay.ts';
export { isWaiting, notReplayedText, unknownText, verdictOf } from './replay-text.ts';
