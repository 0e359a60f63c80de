import { choice } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Uploads wait for the virus scanner. */
export const uploads = group({
  section: 'policyConfig',
  killSwitch: 'upload_scan',
  fields: {
    /** The last two say what happens if the scanner does not respond. */
    upload_scanning: choice({
      label: 'Scan uploads for malware',
      options: ['off', 'fail_open', 'fail_closed'],
      default: 'off',
      words: {
        off: 'off',
        fail_open: 'on; allow if the scanner fails',
        fail_closed: 'on; block if the scanner fails',
      },
      wire: null,
    }),
    /** Uploads beyond the scanner's size limit. Allowed ones are logged as not scanned. */
    upload_scan_over_limit: choice({
      label: 'Uploads too large for the scanner',
      options: ['refuse', 'pass'],
      default: 'refuse',
      wire: null,
    }),
  },
});
