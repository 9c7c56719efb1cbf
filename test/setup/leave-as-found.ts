import { afterAll, vi } from 'vitest';

// Files of tests share a process, one after the other: none inherits the limits that another one set for itself.
afterAll(() => vi.resetConfig());
