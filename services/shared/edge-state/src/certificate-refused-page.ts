/** Where a server of nginx refuses in HTTP, once the handshake is done, it does so with this status and one of its own pages. */
const STATUS = 400;
/** At the page's beginning, which nobody's request gets into. */
const BEGINNING =
  /^<html>\r?\n<head><title>400 (?:No required SSL certificate was sent|The SSL certificate error)<\/title>/;
/** Longer than nginx's page. */
export const CERTIFICATE_REFUSED_PAGE_BYTES = 2_048;

/** Whether a response over TLS can be such a page, so that its body is worth a look. */
export const mayRefuseCertificate = (status: number): boolean => status === STATUS;

/**
 * Whether an answer says that the client's certificate is missing, or is not one that the server accepts.
 *
 * @param beginning the first bytes of the body, as Latin-1
 */
export const refusesCertificate = (status: number, beginning: string): boolean =>
  mayRefuseCertificate(status) && BEGINNING.test(beginning);
