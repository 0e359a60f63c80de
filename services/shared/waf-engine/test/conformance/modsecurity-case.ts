/** ModSecurity's regression cases: one request and response, a rule file, and what is to come of it. */
export interface ModSecurityCase {
  title: string;
  enabled: number;
  client?: { ip: string; port: number };
  server?: { ip: string; port: number };
  request?: {
    method?: string;
    uri?: string;
    http_version?: string | number;
    headers?: Record<string, string>;
    body?: string | string[];
  };
  response?: { headers?: Record<string, string>; body?: string | string[] };
  expected: { http_code?: number; parser_error?: string; debug_log?: string; redirect_url?: string };
  rules: string[];
  resource?: string;
}

/** The files are JSON as yajl reads it: with comments, and commas where none belong. */
export function parseCases(text: string): ModSecurityCase[] {
  try {
    return JSON.parse(text) as ModSecurityCase[];
  } catch {
    const strict = text
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/,(\s*[}\]])/g, '$1')
      .replace(/\\([^"\\/bfnrtu])/g, '\\\\$1')
      .replace(/\t/g, ' ');
    return JSON.parse(strict) as ModSecurityCase[];
  }
}
