import { MINUTE_MS } from '@palisade/basics';

const TESTS_A_MINUTE = 6;
const MAX_ACCOUNTS = 10_000;

/** Limits how often an account can send a sample record: a test goes to a server that a stranger has named. */
export class TestAllowance {
  private readonly minutes = new Map<string, { minute: number; tests: number }>();

  /** @returns false: the limit of this minute is reached */
  take(account: string, nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const known = this.minutes.get(account);
    const tests = known?.minute === minute ? known.tests : 0;
    if (tests >= TESTS_A_MINUTE) return false;
    if (this.minutes.size >= MAX_ACCOUNTS) this.minutes.clear();
    this.minutes.set(account, { minute, tests: tests + 1 });
    return true;
  }
}
