import type { VariableGroup } from '../../model/variable.ts';
import { collection, count, fixed } from './define.ts';

export const responseVariables = {
  RESPONSE_STATUS: fixed((state) => String(state.response.status)),
  STATUS: fixed((state) => String(state.response.status)),
  STATUS_LINE: fixed((state) => `${state.response.protocol} ${state.response.status}`),
  RESPONSE_PROTOCOL: fixed((state) => state.response.protocol),
  RESPONSE_HEADERS: collection(
    (state) => state.responseHeaders.entries,
    (state, key) => state.responseHeaders.withKey(key),
  ),
  RESPONSE_HEADERS_NAMES: collection(
    (state) => state.responseHeaders.names,
    (state, key) => state.responseHeaders.namesWithKey(key),
  ),
  RESPONSE_CONTENT_TYPE: fixed((state) => state.responseHeaders.first('content-type') ?? ''),
  RESPONSE_CONTENT_LENGTH: count((state) => state.responseBody.bytesInspected),
  RESPONSE_BODY: fixed((state) => state.responseBody.text),
} as const satisfies VariableGroup;
