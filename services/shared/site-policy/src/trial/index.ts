/** Answers of a trial on recorded requests, put together and in words, for the dashboard and the command line. */
export { addTrials, keyOf } from './add-trials.ts';
export type { Trial, TrialGroup } from './trial.ts';
export { notPlayedText, unknownText, verdictOf } from './trial-text.ts';
