import { arch, release, type, uptime } from 'node:os';

import type { Machine } from '../ports/machine.ts';

/** The computer and the Node that this process runs on. */
export const nodeMachine: Machine = {
  facts: () => ({
    system: `${type()} ${release()} (${arch()})`,
    runtime: `Node ${process.versions.node}`,
    uptimeSeconds: Math.floor(uptime()),
  }),
};
