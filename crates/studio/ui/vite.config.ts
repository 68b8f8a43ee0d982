import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:8470' } },
  test: { include: ['tests/**/*.test.ts'] },
});
