import { toggle } from '../model/field.ts';
import { group } from '../model/group.ts';

/** What visitors can say who were refused. Off until the owner wants it: what they write is personal data. */
export const visitorReports = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    visitor_reports: toggle({
      label: 'Reports of visitors',
      default: false,
      wire: 'delivery.visitorReports',
      switch: {
        label: 'Reports of visitors',
        description:
          'The page of a blocked request lets visitors write to you; what they say stands under Reports, beside the log.',
      },
    }),
  },
});
