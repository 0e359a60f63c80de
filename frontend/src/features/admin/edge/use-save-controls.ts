import type { EdgeControls } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { useUpdateEdgeControlsMutation } from '../api/admin-api.ts';

type Changed = Partial<Pick<EdgeControls, 'switched_off' | 'candidate_percent'>>;

/** Saves a part of the controls, based on the version shown, and shows the result. */
export function useSaveControls(controls: EdgeControls) {
  const [update, { isLoading: saving }] = useUpdateEdgeControlsMutation();
  const save = (part: Changed, success: string) => {
    const { switched_off, candidate_percent, version } = { ...controls, ...part };
    return attempt(update({ edgeControlsUpdate: { switched_off, candidate_percent, version } }).unwrap(), {
      success,
      failure: 'Failed to change the controls',
    });
  };
  return { save, saving };
}
