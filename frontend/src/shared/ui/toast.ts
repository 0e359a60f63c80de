import { Info } from 'lucide-react';
import { createElement } from 'react';
import { toast as base } from 'react-hot-toast/headless';

/** Messages that pass: success 2 s, everything else 4 s, loading until replaced. */
export const toast = {
  success: (message: string) => base.success(message),
  error: (message: string, options?: { duration?: number }) => base.error(message, options),
  info: (message: string) =>
    base(message, { icon: createElement(Info, { className: 'size-4 text-info-text', 'aria-hidden': true }) }),
  loading: (message: string) => base.loading(message),
  dismiss: (id?: string) => base.dismiss(id),
};
