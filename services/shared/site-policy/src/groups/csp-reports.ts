import { toggle } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Browsers' reports about a Content-Security-Policy, set by header rules or by the server itself. */
export const cspReports = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    csp_reports: toggle({
      label: 'Content Security Policy reports',
      default: false,
      wire: 'delivery.cspReports',
      switch: {
        label: 'Collect CSP reports',
        description:
          'Browsers report to the edge what a Content-Security-Policy blocked or would block; counted by directive, host and page.',
      },
    }),
  },
});
