import type * as FileSystem from 'node:fs';

import { vi } from 'vitest';

import type * as Exchanging from '../../../main/node/disk/write/atomic-exchange.ts';
import { beginRealDisk } from './suite/disk-on-trial.ts';
import { placeTrials } from './suite/disk-placing.ts';
import { replaceTrials } from './suite/disk-replacing.ts';
import { declareTrials } from './suite/disk-trial.ts';

// Windows, and volumes that cannot exchange names; some of those cannot give a file a second name either.

const volume = vi.hoisted(() => ({ hasLinks: true }));

vi.mock('../../../main/node/disk/write/atomic-exchange.ts', async original => ({
  ...(await original<typeof Exchanging>()),
  systemExchange: () => Promise.resolve(null),
}));

vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  const linkSync = (...asked: Parameters<typeof real.linkSync>): void => {
    if (!volume.hasLinks) throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    real.linkSync(...asked);
  };
  return { ...real, linkSync };
});

for (const hasLinks of [true, false]) {
  const kind = `real disk without exchange${hasLinks ? '' : ' and hard links'}`;
  declareTrials(kind, [...placeTrials, ...replaceTrials], () => {
    volume.hasLinks = hasLinks;
    return beginRealDisk({ hasLinks });
  });
}
