import type { ClaimOnce } from '../../features/bots/challenge/challenges.ts';
import type { SharedCount } from '../../features/rate-limits/rate-limiter.ts';
import type { ToSupervisor } from '../ipc/messages.ts';

/** A request waits for counts; a claim is made once per solved challenge, and being wrong about it costs more. */
const COUNT_MS = 100;
const CLAIM_MS = 2_000;
/** Further questions go unasked, and what is known here decides: a flood must not become a flood of messages. */
const MAX_OPEN = 2_000;

/** Asks the supervisor for what other workers and nodes know. Never waits for long. */
export class SupervisorQuestions {
  private readonly send: (message: ToSupervisor) => void;
  private readonly counts = new Map<number, (elsewhere: number | null) => void>();
  private readonly claims = new Map<number, (isFirst: boolean) => void>();
  private nextId = 1;

  constructor(send: (message: ToSupervisor) => void) {
    this.send = send;
  }

  /** Counts of the others; null without an answer in time. */
  readonly count: SharedCount = (window, own) =>
    this.ask(this.counts, COUNT_MS, null, (id) => ({ type: 'count', id, ...window, own }));

  /** Whether nobody has claimed this before; without an answer in time, that is assumed. */
  readonly claim: ClaimOnce = (key, seconds) =>
    this.ask(this.claims, CLAIM_MS, true, (id) => ({ type: 'claim', id, key, seconds }));

  answerCount(id: number, elsewhere: number | null): void {
    this.counts.get(id)?.(elsewhere);
  }

  answerClaim(id: number, isFirst: boolean): void {
    this.claims.get(id)?.(isFirst);
  }

  private ask<T>(
    open: Map<number, (answer: T) => void>,
    waitMs: number,
    otherwise: T,
    question: (id: number) => ToSupervisor,
  ): Promise<T> {
    if (open.size >= MAX_OPEN) return Promise.resolve(otherwise);
    const id = this.nextId++;
    return new Promise((resolve) => {
      const settle = (answer: T) => {
        open.delete(id);
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(settle, waitMs, otherwise);
      open.set(id, settle);
      this.send(question(id));
    });
  }
}
