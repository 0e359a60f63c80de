import type { Account } from './stack.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T;
}

interface SessionAnswer {
  access_token: string;
  user: unknown;
}

/** Calls the public API as one user, or anonymously. */
export class ApiClient {
  private constructor(
    private readonly base: string,
    private token: string | null,
    private readonly account: Pick<Account, 'email' | 'password'> | null = null,
    private readonly cookie: string | null = null,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  static anonymous(base: string): ApiClient {
    return new ApiClient(base, null);
  }

  /** With an API key, or a session's token; that of a browser needs its cookies. */
  static withToken(base: string, token: string, cookie: string | null = null): ApiClient {
    return new ApiClient(base, token, null, cookie);
  }

  /** An administrator's session that names a support view in every call. */
  static inSupportView(base: string, token: string, viewId: string): ApiClient {
    return new ApiClient(base, token, null, null, { 'x-palisade-support-view': viewId });
  }

  static async signIn(base: string, account: Account): Promise<ApiClient> {
    return new ApiClient(base, (await ApiClient.session(base, account)).token, account);
  }

  /** Token and user of a new session, as the browser keeps them. */
  static async session(
    base: string,
    { email, password }: Pick<Account, 'email' | 'password'>,
  ): Promise<{ token: string; user: unknown }> {
    const { status, body } = await ApiClient.anonymous(base).call<SessionAnswer>('POST', '/auth/login', {
      email,
      password,
    });
    if (status !== 200 && status !== 201)
      throw new Error(`login answered ${status}: ${JSON.stringify(body)}`);
    return { token: body.access_token, user: body.user };
  }

  static async register(base: string, account: Account): Promise<ApiClient> {
    const { status, body } = await ApiClient.anonymous(base).call<SessionAnswer>('POST', '/auth/register', {
      ...account,
      full_name: account.username,
    });
    if (status !== 200 && status !== 201)
      throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    return new ApiClient(base, body.access_token, account);
  }

  /**
   * As programs do it: where the password is wanted first, gives it, and asks again; where the token has run out, signs
   * in again. Programs keep no cookies, so theirs is not renewed.
   */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const answer = await this.ask<T>(method, path, body);
    const { code } = (answer.body ?? {}) as { code?: unknown };
    if (this.account === null) return answer;
    if (code === 'token_expired') {
      this.token = (await ApiClient.session(this.base, this.account)).token;
      return this.ask<T>(method, path, body);
    }
    if (code !== 'reauthentication_required') return answer;
    await this.ask('POST', '/auth/reauthenticate', { password: this.account.password });
    return this.ask<T>(method, path, body);
  }

  /** A file, after the password was given where it is wanted first. */
  async bytes(path: string): Promise<Uint8Array> {
    const { status, body } = await this.call('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    const headers = { ...(this.token !== null && { authorization: `Bearer ${this.token}` }) };
    return new Uint8Array(await (await fetch(this.base + path, { headers })).arrayBuffer());
  }

  private async ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...this.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(this.cookie !== null && { cookie: this.cookie }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await textOf(response);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as T };
  }
}

/** Streams of events have no end: what comes first is all of it here. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.includes('event-stream') !== true) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^data: .*\n\n/m.test(text)) break;
  }
  return text;
}
