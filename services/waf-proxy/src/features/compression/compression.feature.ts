import type { Feature } from '../../request/feature.ts';

export interface CompressionPart {
  readonly compression: boolean;
}

/** Without a phase: whoever sends a response asks for the part, the cache as well as what relays an origin's answer. */
export const compression = {
  name: 'compression',
  killSwitches: ['compression'],
  compile: ({ settings }): CompressionPart => ({ compression: settings.enable_compression }),
  withSwitchesOff: (part, off) => (off.has('compression') ? { compression: false } : part),
  counters: {},
} as const satisfies Feature<CompressionPart>;
