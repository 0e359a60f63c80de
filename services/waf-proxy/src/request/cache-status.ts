/** How the edge's cache names itself in Cache-Status (RFC 9211). */
export const CACHE_NAME = 'palisade';
