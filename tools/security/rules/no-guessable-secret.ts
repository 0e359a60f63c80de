export function token(): string {
  // ruleid: no-guessable-secret
  return Math.random().toString(36);
}

export function pause(full: number): number {
  // ok: no-guessable-secret
  return full * Math.random();
}
