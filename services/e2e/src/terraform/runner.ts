import { execFile } from 'node:child_process';
import { goProgram } from '@palisade/testing';

/** Private keys are write-only attributes, which older ones do not know. */
const OLDEST = [1, 11] as const;

/** The OpenTofu or Terraform of this machine; else OpenTofu is built from its module, which takes minutes once. `missing`: why there is neither. */
export async function terraformRunner(): Promise<{ program: string } | { missing: string }> {
  for (const name of ['tofu', 'terraform']) if (await isRecent(name)) return { program: name };
  return goProgram('tofu');
}

function isRecent(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The machine's own configuration must not affect the test.
    const env = { ...process.env, TF_CLI_CONFIG_FILE: '/dev/null' };
    execFile(name, ['version', '-json'], { env }, (error, out) => {
      const [, major, minor] = /"terraform_version":\s*"(\d+)\.(\d+)\./.exec(out) ?? [];
      const isIt = error === null && Number(major) * 1000 + Number(minor) >= OLDEST[0] * 1000 + OLDEST[1];
      resolve(isIt);
    });
  });
}
