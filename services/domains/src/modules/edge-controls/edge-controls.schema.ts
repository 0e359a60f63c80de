import { EDGE_SWITCHES } from '@palisade/site-policy';
import { z } from 'zod';

const switches = z.array(z.enum(EDGE_SWITCHES)).max(EDGE_SWITCHES.length);
const percent = z.int().min(0).max(100);

export const edgeControlsSchema = z
  .object({
    version: z.int(),
    /**
     * Phases that no edge node runs, whatever sites have configured, and accelerators of the rule engine that are off.
     */
    switched_off: switches,
    /** Percentage of sites that use the candidate rule set, on nodes that have one. */
    candidate_percent: percent,
    changed_at: z.iso.datetime(),
    /** Candidates that an edge node rolled back; null: the edges' Redis is unreachable. */
    rollbacks: z
      .array(
        z
          .object({
            /** Hash of the candidate's files. */
            release: z.string(),
            node: z.string(),
            reason: z.string(),
            at: z.iso.datetime(),
          })
          .meta({ id: 'RuleSetRollback' }),
      )
      .nullable(),
  })
  .meta({ id: 'EdgeControls' });
export type EdgeControlsView = z.infer<typeof edgeControlsSchema>;

export const edgeControlsUpdateSchema = z
  .object({
    switched_off: switches.refine((names) => new Set(names).size === names.length, 'names each once'),
    candidate_percent: percent,
    /** The version that the change is based on; a concurrent change leads to 409. */
    version: z.int().min(1),
  })
  .meta({ id: 'EdgeControlsUpdate' });
export type EdgeControlsUpdate = z.infer<typeof edgeControlsUpdateSchema>;
