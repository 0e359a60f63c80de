/** One thing a service cannot work without. Throws or rejects while it is not there. */
export interface ReadinessCheck {
  name: string;
  check(): Promise<void>;
}

/** A dependency that does not respond counts as unavailable: the probe must not hang. */
const TIMEOUT_MS = 3_000;

/** Which needs are there, by name. */
export async function askNeeds(
  checks: readonly ReadinessCheck[],
  timeoutMs = TIMEOUT_MS,
): Promise<Map<string, boolean>> {
  const answers = checks.map(async ({ name, check }) => [name, await isThere(check, timeoutMs)] as const);
  return new Map(await Promise.all(answers));
}

function isThere(check: ReadinessCheck['check'], timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const givenUp = setTimeout(() => resolve(false), timeoutMs);
    check()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(givenUp));
  });
}
