// What is kept of visitors' requests: privacy policy and agreements say it both.
import { line, test } from './proofs.ts';

export const explained = test(
  'services/e2e/src/browser/activity.browser-spec.ts',
  'explain an attack: rule, field, the bytes that matched',
);
export const masked = test(
  'services/waf-proxy/src/features/inspection/masked-records.int-spec.ts',
  'what matched and its name, and nothing beside it',
);
export const maskedAddresses = test(
  'services/waf-proxy/src/node/telemetry/masked-address.spec.ts',
  'hides %s',
);
export const recordingIsOff = line('services/shared/site-policy/src/groups/recording.ts', "default: 'off'");
export const maskedRecordings = test(
  'services/waf-proxy/src/features/recording/masking/mask-request.spec.ts',
  'leaves nothing of %s',
);
export const visitorsReports = test(
  'services/logs/src/modules/visitor-reports/visitor-reports.int-spec.ts',
  'reach the owner with the entry that they are about, and nobody else',
);
