import { afterAll, expect, vi } from 'vitest';

afterAll(() => {
  // Files of tests share a process, one after the other: none inherits the limits that another one set for itself.
  vi.resetConfig();
  // Nor what stores of the window know: they are modules, and whoever asks for fresh ones leaves those of the last test.
  // It tells which file this is, and asserts nothing.
  // oxlint-disable-next-line vitest/no-standalone-expect
  if (/\/test\/renderer\/|-window\.test\.ts$/.test(expect.getState().testPath ?? '')) vi.resetModules();
});
