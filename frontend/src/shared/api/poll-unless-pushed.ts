export interface PushOptions {
  /** Whether the answer comes by itself (see `followEvents`); undefined: that is not decided yet, and nobody asks meanwhile. */
  live?: boolean | undefined;
}

/**
 * How an answer is kept fresh that may come by itself: asked for at once and now and then while it does not, and not at all while it
 * does. What was asked for on another screen a while ago shows until that of now is there.
 */
export function pollUnlessPushed(options: { skip?: boolean } & PushOptions, everyMs: number) {
  const undecided = 'live' in options && options.live === undefined;
  return {
    skip: options.skip === true || undecided,
    refetchOnMountOrArgChange: options.live !== true,
    pollingInterval: options.live === true ? 0 : everyMs,
    skipPollingIfUnfocused: true,
  };
}
