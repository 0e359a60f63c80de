import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export type EngineName = 'httpd' | 'nginx' | 'coraza';

/** One go-ftw stage: bytes to send, and what must (not) be logged or answered. */
export interface Stage {
  id: string;
  rule: number;
  stage?: number;
  desc?: string;
  wire_b64: string;
  expect_ids?: number[];
  no_expect_ids?: number[];
  log_match_regex?: string;
  log_no_match_regex?: string;
  status?: number;
  status_any?: number[];
  expect_error?: boolean;
  needs_reflect?: string | boolean;
  libmodsecurity?: 'pass' | 'fail';
  overrides?: Partial<Record<EngineName, { output?: Partial<Expectation>; reason?: string }>>;
}

/** The part of a stage that an engine's overrides may replace. */
export interface Expectation {
  expect_ids: number[];
  no_expect_ids: number[];
  log_match_regex: string;
  log_no_match_regex: string;
  status: number;
  status_any: number[];
  expect_error: boolean;
}

export function readStages(path: string): Stage[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Stage);
}
