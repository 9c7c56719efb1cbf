import { JOB_BEGINNING, work } from '../agent/job.ts';
import type { JobEvent, JobState } from '../agent/job.ts';
import type { Reply } from '../agent/words/conversation.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { agentJobs } from '../rules/tasks/message-records.ts';
import type { AgentJobRow } from '../rules/tasks/message-records.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import type { AgentFiles } from './agent-files.ts';
import { saveFailure, saveReply, saveStatus } from './agent-reply.ts';
import type { Made } from './agent-reply.ts';
import { askedIn, filesGivenWith, requestFor, toolsFor } from './agent-request.ts';
import type { Asked } from './agent-request.ts';
import { Background } from './background.ts';

export interface AgentWorkerParts {
  readonly backend: Backend;
  readonly objects: ObjectFiles;
  readonly files: AgentFiles;
  /** Told of what went wrong beside the words for the user. */
  reportBug(thrown: unknown): void;
}

/** So long the agent waits for the text of a file that came with the message. */
const PATIENCE_MS = 60_000;

const NOT_WRITTEN = 'The reply could not be written.';
const NO_ACCESS = 'Your access to this organization has ended.';

/**
 * The lab agent in the background: takes each job's next step when it is due, and keeps after each what it needs to go
 * on. A service that is killed goes on after its restart; the reply is saved with all its files at once or not at all.
 */
export class AgentWorker {
  readonly #parts: AgentWorkerParts;
  readonly #background: Background;
  readonly #underWay = new Map<string, AsyncGenerator<JobEvent, void, void>>();

  constructor(parts: AgentWorkerParts) {
    this.#parts = parts;
    this.#background = new Background(() => this.#round(), parts.reportBug);
  }

  start(): void {
    this.#background.start();
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** The jobs of a task are done one after the other, in the order of its messages. */
  async #round(): Promise<void> {
    const { backend } = this.#parts;
    const begun = new Set<string>();
    for (const job of backend.records.rows(agentJobs)) {
      if (this.#background.isStopped) return;
      const isNext = !begun.has(job.taskId);
      begun.add(job.taskId);
      if (isNext && job.dueMs <= backend.nowMs()) await this.#step(job);
    }
  }

  async #step(job: AgentJobRow): Promise<void> {
    const { backend, reportBug } = this.#parts;
    const asked = askedIn(backend, job);
    if (asked === null) {
      this.#end(job, () => saveFailure(backend, job, NO_ACCESS));
      return;
    }
    if (this.#isWaiting(job, asked)) return;
    try {
      await this.#advance(job, asked);
    } catch (thrown) {
      if (this.#background.isStopped) return;
      reportBug(thrown);
      this.#end(job, () => saveFailure(backend, job, NOT_WRITTEN));
    }
  }

  #isWaiting(job: AgentJobRow, { site, message }: Asked): boolean {
    const { backend, files } = this.#parts;
    if (job.state !== null || backend.nowMs() - job.createdMs > PATIENCE_MS) return false;
    return filesGivenWith(backend, message).some(id => files.isWaiting(site, id));
  }

  async #advance(job: AgentJobRow, asked: Asked): Promise<void> {
    const { backend, reportBug } = this.#parts;
    const steps = this.#underWay.get(job.id) ?? (await this.#begin(job, asked));
    this.#underWay.set(job.id, steps);
    const { value: event } = await steps.next();
    if (event === undefined || this.#background.isStopped) return;
    if (event.kind === 'running') {
      const dueMs = backend.nowMs() + backend.switches().agentStepMs;
      backend.records.transaction(() => {
        saveStatus(backend, job, event.status);
        backend.records.putRow(agentJobs, { ...job, state: event.state, dueMs });
      });
    } else if (event.kind === 'completed') {
      await this.#complete(job, asked, event.reply);
    } else {
      reportBug(event.cause);
      this.#end(job, () => saveFailure(backend, job, event.status.reason));
    }
  }

  async #begin(job: AgentJobRow, asked: Asked): Promise<AsyncGenerator<JobEvent, void, void>> {
    const { files } = this.#parts;
    const request = await requestFor(job, asked, files);
    // What was kept is what this very code gave before, as JSON.
    const state = (job.state as JobState | null) ?? JOB_BEGINNING;
    return work(request, toolsFor(asked.site, files), state);
  }

  /** The bytes are stored first: a service killed in between leaves objects that no record names, and answers once. */
  async #complete(job: AgentJobRow, asked: Asked, reply: Reply): Promise<void> {
    const { objects } = this.#parts;
    const deliverables: Made[] = [];
    try {
      for (const each of reply.deliverables) {
        deliverables.push({ ...each, content: await objects.storeContent([each.bytes]) });
      }
      this.#end(job, () => saveReply(asked, job, { ...reply, deliverables }));
    } catch (thrown) {
      for (const { content } of deliverables) await objects.forget(content);
      throw thrown;
    }
  }

  #end(job: AgentJobRow, save: () => void): void {
    this.#parts.backend.records.transaction(save);
    this.#underWay.delete(job.id);
  }
}
