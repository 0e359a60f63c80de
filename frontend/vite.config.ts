import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fewerChunks } from './tools/chunks/plugin.mjs';
import { prerenderPages } from './tools/prerender/plugin.mjs';
import { settledFonts } from './tools/settled-fonts.mjs';

/** The gateway is the one public door; in development Vite serves the SPA and hands /api on to it. */
const gatewayPort = process.env.PALISADE_GATEWAY_PORT ?? '8080';
const conditions = ['@palisade/source', 'module', 'development|production'];

/**
 * The libraries without which no page shows are one file, which packs better than five; and a release that leaves them as they are
 * leaves it in caches.
 */
const core = {
  name: 'core',
  // Libraries within another library are that one's.
  test: /^(?!.*node_modules[\\/].*node_modules[\\/]).*(?:rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|clsx|tailwind-merge|class-variance-authority)[\\/])/,
};

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(mode === 'gallery'
      ? []
      : [
          settledFonts(),
          fewerChunks(
            [core],
            () => ({
              plugins: [react(), tailwindcss()],
              resolve: { conditions: [...conditions, 'browser'] },
            }),
            { renews: mode === 'chunks' },
          ),
          prerenderPages(() => ({ plugins: [react()], ssr: { resolve: { conditions } } })),
        ]),
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
    // Inlined assets become data: URLs, which the gateway's content security policy allows for pictures alone: this one is smaller
    // than the request for it.
    assetsInlineLimit: (file) => file.endsWith('/chevron.svg'),
    chunkSizeWarningLimit: 600,
    // It asks ahead for chunks in browsers that do not know how; those ask for them a moment later.
    modulePreload: { polyfill: false },
    // What each page loads, for tools/first-views.mjs and for what static pages load ahead.
    manifest: true,
    // Names stand in every chunk that asks for another, and hashes do not pack: seven characters tell 10^12 contents apart.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
      },
    },
    // The gallery of the UI kit is a page of its own build: nothing of it reaches the product.
    ...(mode === 'gallery' && { outDir: 'dist-gallery', rolldownOptions: { input: 'gallery.html' } }),
  },
}));
