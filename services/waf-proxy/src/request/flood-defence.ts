import type { Site } from './site.ts';

/** Whether a site is defending itself against a flood, for features that do less meanwhile. */
export interface FloodDefence {
  isDefended(site: Site): boolean;
}
