import { linkSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { z } from 'zod';

/**
 * Another program in the same folder, as a thread: as fast as it can it takes files away, keeps them, and gives new ones
 * their names, never over anything. Says at the end which contents it gave a name.
 */
const { folder, kept, names, contents } = z
  .object({ folder: z.string(), kept: z.string(), names: z.array(z.string()), contents: z.array(z.string()) })
  .parse(workerData);

const placed: string[] = [];
for (const [index, content] of contents.entries()) {
  const path = join(folder, names[index % names.length] ?? '');
  const fresh = join(kept, `fresh-${index}`);
  tolerantly(() => renameSync(path, join(kept, `${index}`)));
  writeFileSync(fresh, content);
  if (tolerantly(() => linkSync(fresh, path))) placed.push(content);
  unlinkSync(fresh);
}
parentPort?.postMessage(placed);

/** Whether it could be done: another program may have been quicker. */
function tolerantly(deed: () => void): boolean {
  try {
    deed();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'EEXIST'].includes(String(error.code))) return false;
    throw error;
  }
}
