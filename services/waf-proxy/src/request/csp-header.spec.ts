import { askForCspReports } from './csp-header.ts';

function asked(...values: string[]): string[] {
  const headers = values.flatMap((value) => ['Content-Security-Policy', value]);
  askForCspReports(headers);
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1] === 'Content-Security-Policy');
}

describe('reports that a policy asks for', () => {
  it.each([
    ["default-src 'self'", "default-src 'self'; report-uri /.palisade/csp-report; report-to palisade-csp"],
    ["default-src 'self'; ", "default-src 'self'; report-uri /.palisade/csp-report; report-to palisade-csp"],
    [
      "default-src 'self', img-src *",
      "default-src 'self'; report-uri /.palisade/csp-report; report-to palisade-csp, img-src *; report-uri /.palisade/csp-report; report-to palisade-csp",
    ],
  ])('are ours: %s', (policy, expected) => {
    expect(asked(policy)).toEqual([expected]);
  });

  it.each(["default-src 'self'; Report-URI https://a.example/", 'img-src *;report-to here', '', ' ; '])(
    'stay where the owner wants them, or none: %s',
    (policy) => {
      expect(asked(policy)).toEqual([policy]);
    },
  );

  it('are asked for in both kinds of policy, and in no other header', () => {
    const headers = ['content-security-policy-report-only', 'img-src *', 'X-Policy', 'img-src *'];
    askForCspReports(headers);
    expect(headers).toEqual([
      'content-security-policy-report-only',
      'img-src *; report-uri /.palisade/csp-report; report-to palisade-csp',
      'X-Policy',
      'img-src *',
      'Reporting-Endpoints',
      'palisade-csp="/.palisade/csp-report"',
    ]);
  });

  it('name no endpoint where no policy asks for it', () => {
    const headers = ['Content-Security-Policy', 'img-src *; report-to here'];
    askForCspReports(headers);
    expect(headers).toHaveLength(2);
  });
});
