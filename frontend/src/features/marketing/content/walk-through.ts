/** The recording of the dashboard on the home page, made by `npm run walk-through`. */

export const WALK_THROUGH_SIZE = { width: 1280, height: 720 } as const;
export const MAX_RECORDING_BYTES = 1_500_000;
export const MAX_POSTER_BYTES = 60_000;

/** The scenes, with their duration in seconds: the captions, and the text alternative. */
export const scenes = [
  { name: 'overview', seconds: 8, text: 'The overview: what came in a day, and what of it was stopped.' },
  { name: 'log', seconds: 7, text: 'The log of blocked requests, each with its kind, rule and country.' },
  {
    name: 'details',
    seconds: 9,
    text: 'One of them opened: the rule that fired, the field, and the bytes that matched.',
  },
  {
    name: 'exclusion',
    seconds: 8,
    text: 'An author who was refused by mistake: an exclusion for that rule, path and field alone.',
  },
  {
    name: 'policy',
    seconds: 8,
    text: 'The policy of a site: blocking or log-only, sensitivity, limits, countries, addresses.',
  },
] as const;
export type Scene = (typeof scenes)[number];

export const walkThroughText = {
  title: 'Forty seconds in the dashboard',
  lead: 'Recorded in the running demo, whose visitors are made up. Without sound; it loads when you press play.',
} as const;

/** The captions as WebVTT. */
export function captionsOf(shown: readonly Pick<Scene, 'seconds' | 'text'>[]): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = (seconds: number) => `00:${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.000`;
  let from = 0;
  const cues = shown.map(({ seconds, text }) => {
    const cue = `${clock(from)} --> ${clock(from + seconds)}\n${text}\n`;
    from += seconds;
    return cue;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
