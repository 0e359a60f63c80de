import { toggle } from '../model/field.ts';
import { group } from '../model/group.ts';

export const compression = group({
  section: 'originConfig',
  killSwitch: 'compression',
  fields: {
    enable_compression: toggle({
      label: 'Compression',
      default: true,
      wire: 'delivery.compression',
      switch: {
        label: 'Enable Compression',
        description: 'Compresses responses that your server sends uncompressed.',
      },
    }),
  },
});
