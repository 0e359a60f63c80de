import { choice } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Uploads wait for the virus scanner. */
export const uploads = group({
  section: 'policyConfig',
  killSwitch: 'upload_scan',
  fields: {
    /** The two latter say what happens while the scanner does not answer. */
    upload_scanning: choice({
      label: 'Scan uploads for malware',
      options: ['off', 'fail_open', 'fail_closed'],
      default: 'off',
      words: {
        off: 'off',
        fail_open: 'on, let pass without scanner',
        fail_closed: 'on, refuse without scanner',
      },
      wire: null,
    }),
    /** Uploads beyond the scanner's size limit; passed ones are logged as not scanned. */
    upload_scan_over_limit: choice({
      label: 'Uploads larger than the scanner takes',
      options: ['refuse', 'pass'],
      default: 'refuse',
      wire: null,
    }),
  },
});
