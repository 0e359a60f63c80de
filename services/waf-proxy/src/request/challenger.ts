import type { HeadSigns } from '../http/head-signs.ts';
import type { RequestContext } from './request-context.ts';
import type { Reason, Verdict } from './verdict.ts';

export interface ChallengeCause {
  readonly reason: Reason;
  /** The answer for programs, which cannot show a challenge page. */
  readonly ofPrograms: Omit<Verdict, 'reason'>;
  /** The client, or everybody, sends too much: CORS preflights are refused as well. Default: they pass. */
  readonly ofFlood?: boolean;
}

/** Challenges clients to prove that they are a person's browser, for whichever feature asks. */
export interface Challenger {
  /** Whether the Cookie header holds a valid clearance of this client. */
  isCleared(request: RequestContext, cookie: string): boolean;
  /**
   * Null in log-only mode, which only notes the cause, and for CORS preflights: browsers send them without cookies, so that
   * a page of another origin could not call a site whose challenge its visitor has solved.
   */
  challenge(request: RequestContext, signs: HeadSigns, cause: ChallengeCause): Verdict | null;
}
