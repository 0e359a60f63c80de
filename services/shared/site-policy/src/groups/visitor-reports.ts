import { toggle } from '../model/field.ts';
import { group } from '../model/group.ts';

/** What visitors can say who were refused. Off until the owner wants it: what they write is personal data. */
export const visitorReports = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    visitor_reports: toggle({
      label: 'Visitor reports',
      default: false,
      wire: 'delivery.visitorReports',
      switch: {
        label: 'Visitor reports',
        description:
          'The page for blocked requests lets visitors write to you. Their messages are under Reports, next to the log.',
      },
    }),
  },
});
