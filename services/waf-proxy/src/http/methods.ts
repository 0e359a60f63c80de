/** The methods of the IANA registry, and PURGE; case-sensitive (RFC 9110, 9.1). */
export const SERVED_METHODS: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT DELETE OPTIONS PATCH PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK SEARCH REPORT ACL BIND ' +
    'REBIND UNBIND LINK UNLINK CHECKOUT MERGE MKACTIVITY MKCALENDAR M-SEARCH NOTIFY SUBSCRIBE UNSUBSCRIBE PURGE QUERY'
  ).split(' '),
);

/** Methods that make a proxy a tunnel or a mirror, and those of protocols that only look like HTTP (RTSP, Icecast). */
export const REFUSED_METHODS: ReadonlySet<string> = new Set(
  (
    'CONNECT TRACE SOURCE DESCRIBE ANNOUNCE SETUP PLAY PAUSE TEARDOWN GET_PARAMETER SET_PARAMETER REDIRECT RECORD ' +
    'FLUSH'
  ).split(' '),
);

/** May be sent twice (RFC 9110, 9.2.2). */
export const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
