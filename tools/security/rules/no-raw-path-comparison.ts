declare const request: { url: string; originalUrl: string; raw: { url: string }; routeOptions: { url: string } };

export function isMetrics(): boolean {
  // ruleid: no-raw-path-comparison
  return request.url.startsWith('/metrics');
}

export function isLogin(): boolean {
  // ruleid: no-raw-path-comparison
  return request.originalUrl === '/api/auth/login';
}

export function isRaw(): boolean {
  // ruleid: no-raw-path-comparison
  return request.raw.url.includes('/admin');
}

export function isCanonical(canonicalPath: string): boolean {
  // ok: no-raw-path-comparison
  return canonicalPath === '/metrics';
}

export function isRoute(): boolean {
  // ok: no-raw-path-comparison
  return request.routeOptions.url === '/metrics';
}
