/** The candidate judges beside the present rules; in their place; not at all. */
export const STAGES = ['shadow', 'promoted', 'held'] as const;
export type Stage = (typeof STAGES)[number];

export const DECIDERS = ['watcher', 'owner', 'operator'] as const;
export type Decider = (typeof DECIDERS)[number];
