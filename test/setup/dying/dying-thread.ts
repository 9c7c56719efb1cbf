import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { dataDirectory } = workerData as { readonly dataDirectory: string };

setInterval(() => {
  if (existsSync(join(dataDirectory, 'dies'))) process.exit(7);
}, 5);

await import('../../../main/node/thread-main.ts');
