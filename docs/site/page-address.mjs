/** Where a built page stands: `/guides/wordpress.html` at `/docs/guides/wordpress`, the first page at `/docs`. */
export const pageAddress = (url) => `/docs${url.replace(/\.html$/, '').replace(/\/(?:index)?$/, '')}`;
