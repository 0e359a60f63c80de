import type { HeadSigns } from '../http/head-signs.ts';
import type { RequestContext } from './request-context.ts';
import type { Reason, Verdict } from './verdict.ts';

export interface ChallengeCause {
  readonly reason: Reason;
  /** What programs get, to whom no page can be shown. */
  readonly ofPrograms: Omit<Verdict, 'reason'>;
}

/** Has clients prove that they are people's browsers, whichever feature wants that of them. */
export interface Challenger {
  /** Whether the Cookie field holds a clearance of this client, who has done so already. */
  isCleared(request: RequestContext, cookie: string): boolean;
  /** Null in log-only mode, which notes the cause. */
  challenge(request: RequestContext, signs: HeadSigns, cause: ChallengeCause): Verdict | null;
}
