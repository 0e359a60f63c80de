import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { policyShape } from '../../../../entities/policy/site-policy.ts';
import type { PolicyConfig } from '../../../../shared/api/types.ts';
import * as z from '../../../../shared/lib/zod.ts';

/** Validates a form that contains only these fields of the policy. */
export function fieldsResolver<Name extends keyof PolicyConfig & keyof typeof policyShape>(
  names: readonly Name[],
): Resolver<Pick<PolicyConfig, Name>> {
  const shape = Object.fromEntries(names.map((name) => [name, policyShape[name]]));
  return zodResolver(z.looseObject(shape)) as unknown as Resolver<Pick<PolicyConfig, Name>>;
}
