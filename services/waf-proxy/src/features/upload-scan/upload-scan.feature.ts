import type { SiteSettings } from '@palisade/site-policy/wire';
import type { Feature } from '../../request/feature.ts';
import {
  scanUpload,
  type UploadScanPart,
  type UploadScanPolicy,
  type UploadScanServices,
} from './upload-scan-phase.ts';

const NOT_SCANNED: UploadScanPart = { uploadScan: null };

export const uploadScan = {
  name: 'upload-scan',
  killSwitches: ['upload_scan'],
  compile: ({ settings, isOn }): UploadScanPart =>
    isOn && settings.upload_scanning !== 'off' ? { uploadScan: policyOf(settings) } : NOT_SCANNED,
  withSwitchesOff: (part, off) => (off.has('upload_scan') ? NOT_SCANNED : part),
  counters: {},
  phase: scanUpload,
} as const satisfies Feature<UploadScanPart, UploadScanServices>;

function policyOf(settings: Readonly<SiteSettings>): UploadScanPolicy {
  return Object.freeze({
    failClosed: settings.upload_scanning === 'fail_closed',
    passOverLimit: settings.upload_scan_over_limit === 'pass',
  });
}
