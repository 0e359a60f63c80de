import { DEFAULT_STEP_LIMITS } from '@palisade/regex';
import type { EngineSettings } from '../model/compiled-rules.ts';

const MIB = 1024 * 1024;

/** What holds where the rules say nothing: inspect requests, but block nothing before someone turns the engine on. */
export const defaultSettings = (): EngineSettings => ({
  mode: 'DetectionOnly',
  requestBodyAccess: true,
  responseBodyAccess: false,
  limits: {
    requestBody: 128 * MIB,
    requestBodyNoFiles: MIB,
    requestBodyAction: 'Reject',
    responseBody: 512 * 1024,
    responseBodyAction: 'ProcessPartial',
    responseMimeTypes: ['text/plain', 'text/html'],
  },
  requestBodyReadings: false,
  jsonDepth: 512,
  argumentsLimit: 1000,
  workLimit: 0,
  argumentSeparator: '&',
  uploadFileLimit: 100,
  webAppId: 'default',
  componentSignatures: [],
  collectionTimeout: 3600,
  matcherSteps: DEFAULT_STEP_LIMITS,
});
