import { toggle, whole } from '../model/field.ts';
import { group } from '../model/group.ts';

/** About visitors' connections. */
export const delivery = group({
  section: 'originConfig',
  killSwitch: null,
  fields: {
    /** Visitors who come by HTTP are sent to HTTPS, once the site has a certificate. */
    redirect_to_https: toggle({
      label: 'Redirect to HTTPS',
      default: false,
      wire: 'delivery.httpsRedirect',
      switch: {
        label: 'Redirect to HTTPS',
        description: 'Redirects HTTP requests to HTTPS once the site has a certificate.',
      },
    }),
    enable_hsts: toggle({
      label: 'HSTS',
      default: false,
      wire: 'delivery.hsts',
      switch: {
        label: 'Enable HSTS',
        description: 'Tells browsers to use HTTPS only. Turn this on once HTTPS works for all visitors.',
      },
    }),
    enable_http2: toggle({
      label: 'HTTP/2',
      default: true,
      wire: 'delivery.http2',
      switch: {
        label: 'Enable HTTP/2',
        description: 'Loads many files over one connection.',
      },
    }),
    /** Where this installation listens for it; without HTTP/2 there is none. */
    enable_http3: toggle({
      label: 'HTTP/3',
      default: true,
      wire: { not: 'delivery.http3Off' },
      switch: {
        label: 'Enable HTTP/3',
        description: 'Lets browsers use QUIC where this installation offers it. Requires HTTP/2.',
      },
    }),
    enable_websocket: toggle({
      label: 'WebSocket',
      default: false,
      wire: 'delivery.websocket',
      switch: { label: 'Enable WebSocket', description: 'Forwards connection upgrades to your server.' },
    }),
    /** The rules judge the text messages of visitors too. */
    websocket_inspect_text: toggle({
      label: 'Inspect WebSocket messages',
      default: false,
      wire: 'delivery.websocketLimits.inspectText',
      switch: {
        label: 'Inspect WebSocket messages',
        description: 'Rules also inspect the text that visitors send over open connections.',
      },
    }),
    websocket_max_message_kb: whole({
      label: 'Maximum WebSocket message (kB)',
      default: 1_024,
      limits: { min: 1, max: 64 * 1_024 },
      wire: 'delivery.websocketLimits.maxMessageBytes',
      scale: 1_024,
      // The edge's own default.
      wireMin: 0,
    }),
    /** Header names with underscores are passed on; without this they are inspected and dropped. */
    pass_underscore_headers: toggle({
      label: 'Pass headers with underscores',
      default: false,
      wire: 'delivery.passUnderscoreHeaders',
      switch: {
        label: 'Pass headers with underscores',
        description: 'Some older applications need them. If off, they are inspected and removed.',
      },
    }),
  },
});
