import { randomUUID } from 'node:crypto';

import { TextExtractor } from '../extraction/text-extractor.ts';
import { reportBug } from '../http/bare-server.ts';
import type { Backend } from '../rules/ground/backend.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import type { TextIndex } from '../storage/text-index.ts';
import { AgentFiles } from './agent-files.ts';
import { AgentWorker } from './agent-worker.ts';
import { ExportWorker } from './export-worker.ts';
import { ExtractionWorker } from './extraction-worker.ts';
import { TidyWorker } from './tidy-worker.ts';

export interface WorkParts {
  readonly backend: Backend;
  readonly objects: ObjectFiles;
  readonly texts: TextIndex;
}

/** All that the service does without being asked. */
export interface Work {
  start(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
  /** Lets auto-tidy look at everything now; how many proposals are new. */
  sweepNow(): number;
}

/** Text extraction, the agent, exports and auto-tidy, not started yet. */
export function backgroundWork({ backend, objects, texts }: WorkParts): Work {
  const extractor = new TextExtractor();
  const report = (thrown: unknown): void => reportBug(thrown, randomUUID());
  const extraction = new ExtractionWorker({ backend, objects, extractor: new TextExtractor(), texts });
  const files = new AgentFiles({ objects, texts, extractor });
  const agent = new AgentWorker({ backend, objects, files, reportBug: report });
  const bundles = new ExportWorker({ backend, objects, reportBug: report });
  const tidying = new TidyWorker({ backend, texts, reportBug: report });
  const workers = [extraction, agent, bundles, tidying];
  return {
    start: () => workers.forEach(worker => worker.start()),
    stop: async () => {
      // What the agent is just reading breaks off; what it then begins to read is ended when it has stopped.
      await Promise.all([extractor.close(), ...workers.map(worker => worker.stop())]);
      await extractor.close();
    },
    sweepNow: () => tidying.sweepNow(),
  };
}
