import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:4000';

/** The dashboard: built into dist/web, where the server finds it. `npx vite` serves it while one works on it. */
export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The origin is the server's own, or it would refuse the page.
  server: { proxy: { '/graphql': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } } },
});
