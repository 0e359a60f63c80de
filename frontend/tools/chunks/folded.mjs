// Parts of pages that come later and are not worth a request of their own: they are in the file of a module without which they never
// load. The search leaves parts their own files, so they are named here. Bundler's names of them are gone, and with them their keys in
// the manifest.

/** Modules of parts, and of what only they need, by the module whose file they are in. */
export const FOLDED = {
  'frontend/src/entities/traffic/traffic-view.tsx': ['frontend/src/features/domains/site/site-traffic.tsx'],
  'frontend/src/features/domains/site-policy/use-config-tabs.tsx': [
    'frontend/src/features/domains/site/pause-button.tsx',
    'frontend/src/features/domains/site/site-names.tsx',
    'frontend/src/features/domains/site/site-overview.tsx',
    'frontend/src/features/domains/site/site-tabs-panel.tsx',
    'frontend/src/shared/ui/tab-links.tsx',
  ],
  // What the page and its parts need: not in the page's file, which nobody else is to load.
  'frontend/src/entities/site-state/headline.ts': ['frontend/src/features/domains/site/site-tabs.ts'],
};
