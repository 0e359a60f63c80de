/** Ends multipart parsing; the message becomes REQBODY_ERROR_MSG. */
export class MultipartError extends Error {}
