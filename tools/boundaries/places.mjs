/** Paths that the rules of several rooms speak of. */
export const service = '^services/(gateway|auth|billing|domains|logs|mailer|waf-proxy)/';
/** What is not the product itself: tests, benches and the tools of a room. */
export const spec = '\\.(spec|int-spec|e2e-spec|browser-spec)\\.tsx?$|/test/|/bench/|/tools/';
