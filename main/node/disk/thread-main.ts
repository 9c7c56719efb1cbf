import { availableParallelism } from 'node:os';
import { parentPort } from 'node:worker_threads';

import { toFault } from '../../../shared/fault.ts';
import { DiskThread } from './disk-thread.ts';
import { hashFile } from './hash.ts';
import { lookAround } from './look.ts';
import { filesOpenForWriting } from './open-for-writing.ts';
import type { Answered, Asked, JobName, Jobs } from './thread-jobs.ts';
import { takeShare } from './walk-together.ts';

/** Entry of the disk's worker thread: walks and hashes, so that the engine's thread is never held up. */
const port = parentPort;
if (port === null) throw new Error('Broken invariant: this file is the entry of a worker thread');

/** A thread of this one for half of large walks, where there is a core for it. It starts with the first such walk. */
const helper = new DiskThread();
const second = availableParallelism() < 2 ? null : (ask: Jobs['share']['ask']) => helper.ask('share', ask);

port.on('message', (asked: Asked) => {
  void answerTo(asked).then(answered => port.postMessage(answered));
});

async function answerTo(asked: Asked): Promise<Answered> {
  try {
    return { id: asked.id, ok: true, answer: await workOn(asked) };
  } catch (thrown) {
    return { id: asked.id, ok: false, fault: toFault(thrown) };
  }
}

function workOn(asked: Asked): Jobs[JobName]['answer'] | Promise<Jobs[JobName]['answer']> {
  switch (asked.job) {
    case 'look':
      return lookAround(asked.ask.root, asked.ask.known, { ...asked.ask.at, ...(second === null ? {} : { second }) });
    case 'share':
      return takeShare(asked.ask);
    case 'hash':
      return hashFile(asked.ask.root, asked.ask.path);
    case 'openForWriting':
      return filesOpenForWriting(asked.ask.root);
  }
}
