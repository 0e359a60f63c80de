import { z } from 'zod';

/** A service that was configured wrongly must not start. Names every bad variable and never prints a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_invalid';
  readonly variables: readonly string[];

  constructor(problems: readonly { variable: string; problem: string }[]) {
    super(`Configuration is not valid:\n${problems.map((p) => `  ${p.variable}: ${p.problem}`).join('\n')}`);
    this.variables = problems.map((p) => p.variable);
  }
}

/**
 * Reads a service's configuration. Its config.ts calls this once and is the only reader of process.env.
 * @throws ConfigError
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<z.infer<Schema>> {
  const result = schema.safeParse(environment, { error: explain });
  if (result.success) {
    return Object.freeze(result.data as object) as Readonly<z.infer<Schema>>;
  }
  throw new ConfigError(
    result.error.issues.map((issue) => ({ variable: issue.path.join('.'), problem: issue.message })),
  );
}

/** Zod's own messages may quote what they were given; these never do. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return 'is missing';
  }
  return issue.code === 'custom' ? undefined : 'has a value that is not allowed here';
}
