import type { Simulation } from '../../../shared/api/types.ts';

type Phase = Simulation['phases'][number];

/** Names of the edge's phases for owners. Phases unknown to this version are shown by code. */
const names: Readonly<Record<string, string>> = {
  acme: 'Certificate challenges',
  admission: 'Reading the request',
  websocket: 'WebSocket',
  'loop-guard': 'Loops',
  access: 'Allow and block lists, bans',
  'geo-blocking': 'Countries',
  'https-redirect': 'Redirect to HTTPS',
  overload: 'Overload',
  ddos: 'DDoS protection',
  'custom-rules': 'Custom rules',
  'body-rules': 'Custom rules on body and score',
  'body-limits': 'Rate limits by the body',
  'rate-limits': 'Rate limits',
  bots: 'Bots and challenges',
  inspection: 'Managed rules',
  maintenance: 'Maintenance',
  recording: 'Recording',
  redirects: 'Redirects',
  'upload-scan': 'Malware in uploads',
};

export const phaseName = (name: string): string => names[name] ?? name.replaceAll('-', ' ');

export const answerTexts: Readonly<Record<Phase['answer'], string>> = {
  went_on: 'Went on',
  decided: 'Decided',
  left_out: 'Not simulated: it depends on more than this request',
};
