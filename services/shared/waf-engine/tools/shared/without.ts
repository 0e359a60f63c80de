import { ACCELERATOR_NAMES, type Accelerator, isAccelerator } from '../../src/index.ts';

/**
 * What `--without` or PALISADE_ENGINE_WITHOUT names: accelerators by commas, or `all`.
 * @throws Error that lists the names
 */
export function acceleratorsOff(
  option: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly Accelerator[] {
  const text = option ?? environment.PALISADE_ENGINE_WITHOUT ?? '';
  if (text === 'all') return ACCELERATOR_NAMES;
  return text
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      if (isAccelerator(name)) return name;
      throw new Error(`no accelerator is called ${name}; there are ${ACCELERATOR_NAMES.join(', ')}`);
    });
}
