export { keyFingerprint } from '@palisade/edge-state';

/** The gauge of how long newer keys have waited. */
export const KEYS_BEHIND_METRIC = 'palisade_keys_behind_seconds';
/** The gauge whose label is the fingerprint. */
export const KEYS_METRIC = 'palisade_keys_info';
