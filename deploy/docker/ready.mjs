// Says by its exit code whether the address given answers with success: a container's health check.
try {
  const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(3_000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
