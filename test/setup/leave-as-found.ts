import { afterAll, expect, vi } from 'vitest';

afterAll(() => {
  // Files of tests share a process, one after the other: none inherits the limits that another one set for itself.
  vi.resetConfig();
  // Stores of the window are modules: without a reset the next file would inherit what the last test left in them.
  // It tells which file this is, and asserts nothing.
  // oxlint-disable-next-line vitest/no-standalone-expect
  if (/\/test\/renderer\/|-window\.test\.ts$/.test(expect.getState().testPath ?? '')) vi.resetModules();
});
