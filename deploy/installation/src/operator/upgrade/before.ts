import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Installation } from '../base/installation.ts';
import { VERSION } from '../base/workspace.ts';
import type { Finding } from '../checks/finding.ts';
import { examine, type Report } from '../doctor/doctor.ts';

/** An upgrade that is continued after this time is compared with the state at its continuation. */
const SAME_UPGRADE_MS = 24 * 60 * 60 * 1_000;

interface Before {
  /** The version that is upgraded to. */
  to: string;
  at: string;
  errors: { code: string; text: string }[];
}

const fileOf = ({ secretsFile }: Installation): string =>
  path.join(path.dirname(secretsFile), 'before-upgrade.json');

/** Writes down what was wrong before anything was changed; of an upgrade that goes on, what was written first stays. */
export async function noteBefore(installation: Installation): Promise<void> {
  if (readBefore(installation) !== null) return;
  const { at, findings } = await examine(installation);
  const errors = findings.filter(isError).map(({ code, text }) => ({ code, text }));
  const file = fileOf(installation);
  writeFileSync(`${file}.new`, `${JSON.stringify({ to: VERSION, at, errors } satisfies Before)}\n`, {
    mode: 0o600,
  });
  renameSync(`${file}.new`, file);
}

/** Null where nobody has looked before the upgrade to this version. */
export function readBefore(installation: Installation): Before | null {
  const file = fileOf(installation);
  if (!existsSync(file)) return null;
  try {
    const before = JSON.parse(readFileSync(file, 'utf8')) as Before;
    const isSame = before.to === VERSION && Date.now() - Date.parse(before.at) < SAME_UPGRADE_MS;
    return isSame && Array.isArray(before.errors) ? before : null;
  } catch {
    // Half a file says as much as none.
    return null;
  }
}

export interface UpgradeErrors {
  /** Errors that came with the upgrade, or that it has to be judged by. */
  since: Finding[];
  /** Errors that were there before it. */
  before: Finding[];
}

/** Which errors are the upgrade's. Services may have been stopped for it: whether they run is always its own. */
export function partitionFindings(
  { findings }: Pick<Report, 'findings'>,
  before: Before | null,
): UpgradeErrors {
  const known = new Set(before?.errors.map(subject));
  const wasThere = (finding: Finding) => !finding.code.startsWith('services.') && known.has(subject(finding));
  const errors = findings.filter(isError);
  return {
    since: errors.filter((finding) => !wasThere(finding)),
    before: errors.filter(wasThere),
  };
}

const isError = ({ status }: Finding): boolean => status === 'error';
/** What follows the first word are figures and messages, which change while the fault is the same. */
const subject = ({ code, text }: Pick<Finding, 'code' | 'text'>): string =>
  `${code} ${text.split(/[\s:]/, 1)[0]}`;
