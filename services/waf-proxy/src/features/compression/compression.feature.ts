import type { Feature } from '../../request/feature.ts';

export interface CompressionPart {
  readonly compression: boolean;
}

/** Has no phase: both the cache and the relay of origin responses use the compiled part. */
export const compression = {
  name: 'compression',
  killSwitches: ['compression'],
  compile: ({ settings }): CompressionPart => ({ compression: settings.enable_compression }),
  withSwitchesOff: (part, off) => (off.has('compression') ? { compression: false } : part),
  counters: {},
} as const satisfies Feature<CompressionPart>;
