import { useState } from 'react';
import {
  useRollBackSitePolicyMutation,
  useUpdateSitePolicyMutation,
} from '../../../entities/domain/domains-api.ts';
import type { SitePolicyUpdate } from '../../../shared/api/types.ts';
import { messageOf, toProblem } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { toast } from '../../../shared/ui/toast.ts';

export type ConfigPart = Pick<SitePolicyUpdate, 'originConfig' | 'policyConfig'>;

interface Conflict {
  /** The changes to be saved. */
  part: ConfigPart;
  message: string;
}

/** Saves changes based on the version that was loaded; concurrent changes are not overwritten without asking. */
export function useSaveConfig(domainId: string, version: number | undefined) {
  const [update, { isLoading: saving }] = useUpdateSitePolicyMutation();
  const [rollBack] = useRollBackSitePolicyMutation();
  const [conflict, setConflict] = useState<Conflict | null>(null);

  /** Undoes only that save: later ones are kept. */
  const goBack = (before: number, currentVersion: number) =>
    attempt(rollBack({ id: domainId, version: before, currentVersion }).unwrap(), {
      success: 'The previous configuration is restored',
      failure: 'Failed to undo the change',
    });

  /** Resolves to the error, or null after saving. */
  const save = async (part: ConfigPart, on: number | undefined = version): Promise<object | null> => {
    try {
      const saved = await update({ id: domainId, sitePolicyUpdate: { ...part, version: on } }).unwrap();
      setConflict(null);
      if (on) toast.undo('WAF configuration saved successfully!', () => goBack(on, saved.version));
      else toast.success('WAF configuration saved successfully!');
      return null;
    } catch (failure) {
      const message = messageOf(failure, 'Failed to save WAF configuration. Please try again.');
      toast.error(message);
      if (toProblem(failure).code === 'configuration_changed') setConflict({ part, message });
      return Object(failure);
    }
  };

  return { save, saving, conflict, forgetConflict: () => setConflict(null) };
}
