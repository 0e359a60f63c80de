import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prerenderPages } from './tools/prerender/plugin.mjs';

/** The gateway is the one public door; in development Vite serves the SPA and hands /api on to it. */
const gatewayPort = process.env.PALISADE_GATEWAY_PORT ?? '8080';
const conditions = ['@palisade/source', 'module', 'development|production'];

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(mode === 'gallery'
      ? []
      : [prerenderPages(() => ({ plugins: [react()], ssr: { resolve: { conditions } } }))]),
  ],
  resolve: { conditions: [...conditions, 'browser'] },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs'].map((path) => [
        path,
        { target: `http://127.0.0.1:${gatewayPort}`, changeOrigin: false },
      ]),
    ),
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined assets become data: URLs, which the gateway's content security policy does not need to allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // What each page loads, for tools/entry-sizes.mjs and for what static pages load ahead.
    manifest: true,
    // The gallery of the UI kit is a page of its own build: nothing of it reaches the product.
    ...(mode === 'gallery' && { outDir: 'dist-gallery', rolldownOptions: { input: 'gallery.html' } }),
  },
}));
