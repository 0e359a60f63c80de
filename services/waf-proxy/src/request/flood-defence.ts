import type { Site } from './site.ts';

/** Whether a site defends itself against a flood, for features that then do less. */
export interface FloodDefence {
  isDefended(site: Site): boolean;
}
