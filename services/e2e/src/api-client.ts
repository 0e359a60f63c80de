import type { Account } from './stack.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T;
}

/** Calls the public API as one user, or as nobody. */
export class ApiClient {
  private constructor(
    private readonly base: string,
    private readonly token: string | null,
  ) {}

  static anonymous(base: string): ApiClient {
    return new ApiClient(base, null);
  }

  static async signIn(base: string, { email, password }: Account): Promise<ApiClient> {
    const { status, body } = await ApiClient.anonymous(base).call<{ access_token: string }>(
      'POST',
      '/auth/login',
      {
        email,
        password,
      },
    );
    if (status !== 200 && status !== 201)
      throw new Error(`login answered ${status}: ${JSON.stringify(body)}`);
    return new ApiClient(base, body.access_token);
  }

  static async register(base: string, account: Account): Promise<ApiClient> {
    const { status, body } = await ApiClient.anonymous(base).call<{ access_token: string }>(
      'POST',
      '/auth/register',
      {
        ...account,
        full_name: account.username,
      },
    );
    if (status !== 200 && status !== 201)
      throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    return new ApiClient(base, body.access_token);
  }

  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as T };
  }
}
