import type { VariableGroup } from '../../model/variable.ts';
import { collection, count, fixed } from './define.ts';

export const requestVariables = {
  REQUEST_METHOD: fixed((state) => state.request.method),
  REQUEST_PROTOCOL: fixed((state) => state.request.protocol),
  REQUEST_LINE: fixed((state) => state.request.line),
  REQUEST_URI: fixed((state) => state.request.uri),
  REQUEST_URI_RAW: fixed((state) => state.request.target),
  REQUEST_FILENAME: fixed((state) => state.request.filename),
  REQUEST_BASENAME: fixed((state) => state.request.basename),
  PATH_INFO: fixed((state) => state.request.filename),
  QUERY_STRING: fixed((state) => state.request.queryString),
  REQUEST_HEADERS: collection(
    (state) => state.requestHeaders.entries,
    (state, key) => state.requestHeaders.withKey(key),
  ),
  REQUEST_HEADERS_NAMES: collection(
    (state) => state.requestHeaders.names,
    (state, key) => state.requestHeaders.namesWithKey(key),
  ),
  REQUEST_COOKIES: collection(
    (state) => state.cookies.entries,
    (state, key) => state.cookies.withKey(key),
  ),
  REQUEST_COOKIES_NAMES: collection(
    (state) => state.cookies.names,
    (state, key) => state.cookies.namesWithKey(key),
  ),
  /** Ours: what programs read and no variable of ModSecurity shows as they read it (`request-readings`). */
  REQUEST_READINGS: collection((state) => state.readings()),
  REQUEST_BODY: fixed((state) => state.body.rawVariable),
  REQUEST_BODY_LENGTH: count((state) => state.body.bytesInspected),
  FULL_REQUEST: fixed((state) => state.fullRequest()),
  FULL_REQUEST_LENGTH: count((state) => state.fullRequest().length),
  AUTH_TYPE: fixed((state) => state.requestHeaders.first('authorization')?.split(' ', 1)[0] ?? null),
  REMOTE_USER: fixed((state) => state.remoteUser()),
} as const satisfies VariableGroup;
