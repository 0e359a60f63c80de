import type { VariableGroup } from '../../model/variable.ts';
import { fixed, volatile } from './define.ts';

export const connectionVariables = {
  UNIQUE_ID: fixed((state) => state.connection.id),
  REMOTE_ADDR: fixed((state) => state.connection.clientAddress),
  /** No name is looked up on the request path: the address is used instead. */
  REMOTE_HOST: fixed((state) => state.connection.clientAddress),
  REMOTE_PORT: fixed((state) => String(state.connection.clientPort)),
  SERVER_ADDR: fixed((state) => state.connection.serverAddress),
  SERVER_PORT: fixed((state) => String(state.connection.serverPort)),
  SERVER_NAME: fixed((state) => state.serverName()),
  USERID: volatile((state) => state.user ?? ''),
  SESSIONID: volatile((state) => state.session ?? ''),
  WEBAPPID: fixed((state) => state.ruleSet.settings.webAppId),
  MODSEC_BUILD: fixed(() => '030009000'),
} as const satisfies VariableGroup;
